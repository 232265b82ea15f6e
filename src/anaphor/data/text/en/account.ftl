account-help = Manage accounts for the site and its studies.
account-help-add = Let somebody log in at the site and its studies.

    The password is asked for, or read from standard input.
    .generate = Make a password and print it.
    .role = What they may do in what is the site's own: owner, author or assistant.
    .email = The address by which an identity provider knows them.
account-help-list = Show who may log in.
account-help-remove = Take somebody's access away.

    Their sessions and API keys end at once.
account-help-key = Make an API key for programs; it is printed this once.
    .label = What the key is for.
    .days = Days after which it ends; a year by default.
account-help-keys = List the API keys of an account, with their numbers and ends.
account-help-revoke = Revoke an API key of an account by its number.
    .number = Number of the key, as `account keys` lists it.

account-name = name
account-password = password
account-role = role
account-since = since
account-keys = API keys
account-key = key
account-number = number
account-label = label
account-until = until
account-revoked = Key { $number } of { $name } opens nothing any more.
account-key-until = The key ends after { $days ->
        [one] one day
       *[other] { $days } days
    }. List keys with: anaphor account keys { $name }
account-added = { $name } may log in at the site and its studies.
account-removed = { $name } may no longer log in. Projects still list the name as a member: remove it there before you give it to somebody else.
account-length = At least { $least } characters.
account-ask = Password
account-ask-again = Once more
account-differ = the two passwords differ
