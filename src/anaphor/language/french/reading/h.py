"""French words whose written beginning does not tell their sound: h aspiré, mute h in names, onze, oui, yaourt."""

from anaphor.language.french.reading.words import word_set

ASPIRATE = word_set("""
    ha hacher hache hachette hachis hachisch hachoir hachure hackeur hacker haddock hagard haie haillon haine haineux
    haïr haïssable halage hâle hâlé hâler haler haleter haletant halètement hall halle hallebarde hallier halo halte
    hamac hamburger hameau hammam hampe hamster hanche hand handball handicap handicapé handicaper handicapant hangar
    hanneton hanter hantise hanté happer happening haquenée harangue haranguer haras harasser harassant harassement
    harcèlement harceler harceleur harde hardes hardi hardiesse hardiment hardware harem hareng harengère hargne
    hargneux hargneusement haricot harissa harnachement harnacher harnais haro harpe harpie harpiste harpon harponner
    hasard hasarder hasardeux haschich haschisch hase hâte hâter hâtif hâtivement hauban haubert hausse haussement
    hausser haussier haut hautain hautbois hautboïste haute hauteur hautement hauban havre havresac hayon heaume
    hein héler henné hennir hennissement hep héraut hère hérisser hérissé hérisson hérissement hernie héron héros
    herse hertz hêtre hêtraie heurt heurter heurtoir hibou hic hideur hideux hideusement hiérarchie hiérarchique
    hiérarchiser hiéroglyphe hi-fi highlander hip-hop hippie hisser hit hittite hobby hobereau hochement hochepot
    hocher hochet hockey hockeyeur hocquet holding hold-up holà hollandais homard home hongre hongrois honnir honni
    honte honteux honteusement hop hoquet hoqueter horde hors hors-bord hors-d'oeuvre hors-jeu hors-la-loi hot-dog
    hotte hou houblon houe houille houiller houle houlette houleux houppe houppelande houppette hourra houspiller
    housse houx hublot huche huée huer huguenot huit huitaine huitante huitième hululement hululer hum humer hune huppe
    huppé hurlement hurler hurleur huron husky hussard hutte hyène
    """)
"""Lemmas with h aspiré: no elision, no liaison (`le héros`, `de la hyène`)."""

ASPIRATE_NAMES = word_set("""
    hainaut halles hambourg hanoï hanovre harlem harry harvard havane havre hawaï haye hesse hilton hobbit hollande
    hollandais hollywood honduras hong-kong hongrie hongrois houston hudson hull huns
    """)
"""Names that begin with h aspiré, lower-cased."""

MUTE_NAMES = word_set("""
    habib habiba hadès hadrien haïti haïtien hannibal hébé hébert hébreu hécate hector hécube hégésippe hélène héléna
    héléne héliodore hélios héloïse helsinki henri henriette hérault herbert hercule hermès hermine herminie hermione
    hérode hérodote hervé hervieu hilaire hilarion hildegarde himalaya hindou hippocrate hippolyte hiroshima homère
    honfleur honoré honorine horace hortense hubert hugo hugues hyacinthe hydra hyères hypatie
    """)
"""Names with a mute h, lower-cased: `d'Hélène`, `qu'Hugo`; other names in H do not elide, as foreign names do not."""

SEMIVOWEL = word_set("onze onzième oui ouistiti ouolof ouahou ouah uhlan ululer ululement yod un-deux uppercut")
"""Lemmas that begin with a vowel letter and do not elide."""

VOWEL_Y = word_set("y yeux yeuse yèble yonne yeu yerres ys ypérite ypres yser ysopet ytterbium yttrium")
"""Words in y that elide besides y + consonant (`d'Yvonne`): `d'yeux`, `l'Yonne`."""

MUTE = word_set("héroïne héroïnes")
"""Forms with a mute h whose lemma has an h aspiré: `le héros`, but `l'héroïne`."""
