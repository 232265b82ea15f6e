account-help = Say who may look at a study's desk.
account-help-add = Let somebody log in at the desk.

    The password is asked for, or read from standard input.
    .generate = Make a password and print it.
account-help-list = Show who may log in.
account-help-remove = Take somebody's access away.

    Their sessions and API keys end at once.
account-help-key = Make an API key for programs; it is printed this once.
    .label = What the key is for.
