demo-help = Run the whole chain on what is embedded and write a report.

    The report is one HTML file that opens offline; its path is all that goes to stdout.
    .output = Folder for the report.
    .interface = Language of the report: en or fr.
