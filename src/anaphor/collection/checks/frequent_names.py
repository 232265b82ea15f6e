"""First names in common use, by language and gender, to put in the place of others.

Short on purpose: a name that nobody knows would change more than the name. The genders are those of the lists under
`data/`, which a test compares.
"""

from anaphor.language import Gender

FREQUENT_NAMES: dict[str, dict[Gender, tuple[str, ...]]] = {
    "fr": {
        Gender.FEMININE: (
            "Alice",
            "Amélie",
            "Anne",
            "Aurélie",
            "Élise",
            "Émilie",
            "Inès",
            "Isabelle",
            "Béatrice",
            "Caroline",
            "Catherine",
            "Florence",
            "Julie",
            "Laure",
            "Marie",
            "Nathalie",
            "Pauline",
            "Sophie",
            "Valérie",
            "Virginie",
        ),
        Gender.MASCULINE: (
            "Adrien",
            "Alain",
            "Antoine",
            "Arnaud",
            "Étienne",
            "Émile",
            "Éric",
            "Olivier",
            "Benoît",
            "Bernard",
            "Christophe",
            "Daniel",
            "Fabrice",
            "Julien",
            "Laurent",
            "Marc",
            "Paul",
            "Philippe",
            "Thierry",
            "Vincent",
        ),
    },
    "en": {
        Gender.FEMININE: (
            "Abigail",
            "Alice",
            "Amanda",
            "Anna",
            "Emily",
            "Emma",
            "Olivia",
            "Ursula",
            "Barbara",
            "Caroline",
            "Deborah",
            "Julia",
            "Laura",
            "Margaret",
            "Rachel",
            "Rebecca",
            "Sarah",
            "Susan",
            "Victoria",
            "Wendy",
        ),
        Gender.MASCULINE: (
            "Adam",
            "Alan",
            "Andrew",
            "Edward",
            "Eric",
            "Ian",
            "Isaac",
            "Oscar",
            "Brian",
            "Daniel",
            "David",
            "George",
            "John",
            "Kevin",
            "Howard",
            "Peter",
            "Richard",
            "Robert",
            "Stephen",
            "William",
        ),
    },
}
"""By code of the language and gender; ten of each begin with a vowel or nearly so, so that elision stays as it is."""
_TABLES = {"fr": "french", "en": "english"}


def table_of(language: str) -> str | None:
    """Name of the list of first names of a language; None where there is none."""
    return _TABLES.get(language)
