write-help = Write schemas in the browser, checked as you type.
    .collection = The native file to write in; it is made if there is none.
    .language = Language of a new file: fr or en.
    .corpus = An index, a file of counts or a table of pairs; by default what we carry.
    .ngram = An n-gram model (ARPA) in the place of the shipped one.
    .port = Port to listen on; 0: any; by default one that the file keeps.
    .interface = Language of the page: fr or en.
    .browser = Open the page in the browser.
