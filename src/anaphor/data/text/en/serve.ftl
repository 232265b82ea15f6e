serve-help = Serve everything on one port. Workbench, studies with their desks, challenges, reports, published sites.

    The log, one JSON document per request, goes to stdout; all else is said on stderr.
    .folder = Holds studies, collections, challenges, reports, published; made if needed.
    .demo = Show a simulated study, in a folder that goes when it stops.
    .database = postgresql://… for all studies; SQLite files by default.
    .accounts = Where organisers are kept; the database, or the user's own file.
    .host = Address to listen on.
    .port = Port to listen on; 0: any.
    .base = Path under which a proxy shows it, such as /anaphor.
    .proxy = Addresses of proxies whose X-Forwarded headers are believed, or *.
    .corpus = An index for the workbench; once for each language.
    .workers = Processes; several need PostgreSQL.
