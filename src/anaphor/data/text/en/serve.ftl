serve-help = Serve everything on one port. Workbench, studies with their desks, challenges, reports, published sites.

    The log, one JSON document per request, goes to stdout; all else is said on stderr.
    .folder = Holds studies, collections, challenges, reports, published; made if needed.
    .demo = Show a simulated study, in a folder that goes when it stops.
    .database = postgresql://… for all studies; SQLite files by default.
    .accounts = Where organisers are kept; the database, or the user's own file.
    .host = Address to listen on.
    .port = Port to listen on; 0: any.
    .base = Path under which a proxy shows it, such as /anaphor.
    .public-url = Address by which others reach the site, such as https://study.example.org: links and the way back from an identity provider follow it.
    .proxy = Addresses of proxies whose X-Forwarded headers are believed, or *.
    .corpus = An index for the workbench; once for each language.
    .workers = Processes; several need PostgreSQL.
    .oidc = Identity provider (OpenID Connect) that people may log in with: its issuer, an address with https. Its secret for this site stands in $ANAPHOR_OIDC_SECRET.
    .oidc-client = What the provider calls this site.
    .oidc-domain = A domain of e-mail addresses whose owners get an account that looks. May be repeated.
    .job-workers = Processes that do jobs; each takes two at a time, and one entry of a challenge.
    .offer = What each of them has: gpus=1, memory=64, scratch=500 (GiB); once for each.
    .only-jobs = Serve no pages: do the jobs of a site whose folder and database other machines share.
serve-oidc-issuer = { $issuer } cannot vouch for anybody: it is not reached by https
    .todo = Give the provider's issuer, such as https://login.example.org/realms/lab.
serve-oidc-incomplete = a provider needs --oidc-client, and its secret for this site
    .todo = Set { $variable }; the provider's pages show both.
serve-oidc-lone = --oidc-client and --oidc-domain say nothing without a provider
    .todo = Name it with --oidc, or leave them out.
serve-oidc-no-address = an identity provider leads people back to one address of this site, and none is given
    .todo = Write --public-url https://…, as the provider knows it.
serve-no-offer = '{ $given }' is nothing that a worker can offer
    .todo = Write one of { $known } with a number, such as memory=64.
serve-only-jobs = Does the jobs of { $folder }; stop with Ctrl-C.
serve-no-folder = there is no site in { $folder }
    .todo = Name the folder that `anaphor serve` serves; its machine and this one must share it.
serve-no-database-url = this is no database URL
    .todo = Write postgresql://…, or leave it out for SQLite files.
serve-workers-share = several workers cannot share SQLite files
    .todo = Give --database postgresql://…
serve-two-corpora = two corpora are in one language
    .todo = Name one corpus for each language.
serve-no-path = '{ $base }' cannot be a path
    .todo = Use letters, digits, hyphens and slashes.
serve-address = Everything is at { $address }
serve-folder = Studies, collections, challenges, reports and published sites are taken from { $folder }.
serve-answers = Answers go to { $place }.
serve-nobody = Nobody can log in yet; make an account with: anaphor account add NAME{ $there }
serve-stop = Stop with Ctrl-C: everything that was acknowledged is on disk.
serve-demo = Log in as demo with the password { $password }; it is worth nothing once this stops.
