"""One app: participants, organisers, the workbench and public pages."""
