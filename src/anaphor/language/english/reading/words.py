"""Closed classes of English that readings rest on: pronouns, determiners, auxiliaries, irregular verbs.

They are small on purpose: open classes are told by their endings, and what neither tells is left unsaid.
"""

from anaphor.language.protocol import Number
from anaphor.language.word_tables import word_set

SUBJECTS = {"he": Number.SINGULAR, "she": Number.SINGULAR, "they": Number.PLURAL}
OBJECTS = frozenset({"him", "them"})
EITHER = frozenset({"it"})
POSSESSIVES = frozenset({"his", "its", "their"})
POSSESSIVE_PRONOUNS = frozenset({"hers", "theirs"})
DEMONSTRATIVES = {
    "this": Number.SINGULAR,
    "that": Number.SINGULAR,
    "these": Number.PLURAL,
    "those": Number.PLURAL,
}
REFLEXIVES = frozenset(
    {"himself", "herself", "itself", "themselves", "themself", "oneself", "each other", "one another"}
)
SPEAKERS = word_set("i me my mine myself you your yours yourself yourselves we us our ours ourselves")
RELATIVES = frozenset({"who", "whom", "whose", "which"})
PLACES = frozenset({"there", "here"})

ARTICLES = frozenset({"the", "a", "an"})
POSSESSIVE_DETERMINERS = frozenset({"my", "your", "his", "her", "its", "our", "their"})
SINGULAR_DETERMINERS = frozenset({"a", "an", "this", "that", "each", "every", "another", "one", "either", "neither"})
PLURAL_DETERMINERS = word_set(
    "these those many several few both two three four five six seven eight nine ten eleven twelve"
)
DETERMINERS = (
    ARTICLES
    | POSSESSIVE_DETERMINERS
    | SINGULAR_DETERMINERS
    | PLURAL_DETERMINERS
    | frozenset({"some", "any", "no", "all", "most", "half", "other", "such", "what", "whose", "which"})
)

PREPOSITIONS = word_set(
    """about above across after against along alongside amid among around as at atop before behind below beneath beside
    besides between beyond by despite down during except for from in inside into like near of off on onto opposite
    out outside over past per round since than through throughout till to toward towards under underneath until unto
    up upon versus via with within without"""
)
CONJUNCTIONS = word_set(
    """and but or nor so yet because although though while whereas if unless when whenever where wherever until till
    since that than whether before after as once"""
)
QUESTION_WORDS = frozenset({"who", "whom", "whose", "which", "what", "when", "where", "why", "how"})
PRONOUNS = word_set(
    """i me you he him she her it we us they them this that these those someone somebody something anyone anybody
    anything everyone everybody everything nobody nothing none mine yours hers ours theirs himself herself itself
    themselves myself yourself one"""
)

ADVERBS = word_set(
    """better best worse again ago ahead alike all almost alone already also altogether always anyway anywhere apart
    away back both each else even ever everywhere far fast finally first forever forth further hard hardly here home
    however immediately indeed instead just late later less maybe meanwhile more much never nevertheless not now
    often once only otherwise perhaps quite rather really seldom sometimes somehow soon still then there therefore
    thus today together tomorrow tonight too twice very well yesterday yet"""
)
"""Words that may stand between a subject and its verb, or right behind an object."""
VERBS_IN_LY = word_set("apply rely supply reply fly multiply comply imply ally rally tally bully dally sully")
ADJECTIVES_IN_LY = word_set(
    """elderly friendly lovely lonely lively ugly silly early only daily weekly monthly yearly holy jolly curly family
    costly deadly likely motherly fatherly sickly bodily cowardly"""
)

MODALS = word_set(
    """can could will would shall should may might must ought cannot can't couldn't won't wouldn't shan't shouldn't
    mightn't mustn't needn't oughtn't dare daren't had hadn't did didn't"""
)
"""Verbs that have one form for both numbers."""
TO_SINGULAR = dict(pair.split() for pair in ["are is", "were was", "have has", "do does"])
TO_SINGULAR |= {f"{plural}n't": f"{singular}n't" for plural, singular in TO_SINGULAR.items()}
TO_PLURAL = {singular: plural for plural, singular in TO_SINGULAR.items()}
AUXILIARIES = MODALS | TO_SINGULAR.keys() | TO_PLURAL.keys() | {"be", "been", "being", "am"}

_IRREGULAR = """
arise arose arisen/awake awoke awoken/bear bore borne/beat beat beaten/become became become/begin began begun
bend bent bent/bet bet bet/bind bound bound/bite bit bitten/bleed bled bled/blow blew blown/break broke broken
breed bred bred/bring brought brought/build built built/burst burst burst/buy bought bought/cast cast cast
catch caught caught/choose chose chosen/cling clung clung/come came come/cost cost cost/creep crept crept
cut cut cut/deal dealt dealt/dig dug dug/draw drew drawn/drink drank drunk/drive drove driven/eat ate eaten
fall fell fallen/feed fed fed/feel felt felt/fight fought fought/find found found/flee fled fled/fling flung flung
fly flew flown/forbid forbade forbidden/forget forgot forgotten/forgive forgave forgiven/freeze froze frozen
get got got/get got gotten/give gave given/go went gone/grind ground ground/grow grew grown/hang hung hung
hear heard heard/hide hid hidden/hit hit hit/hold held held/hurt hurt hurt/keep kept kept/kneel knelt knelt
know knew known/lay laid laid/lead led led/lean leant leant/leap leapt leapt/learn learnt learnt/leave left left
lend lent lent/let let let/lie lay lain/light lit lit/lose lost lost/make made made/mean meant meant
meet met met/mistake mistook mistaken/overcome overcame overcome/pay paid paid/put put put/quit quit quit
read read read/ride rode ridden/ring rang rung/rise rose risen/run ran run/say said said/see saw seen
seek sought sought/sell sold sold/send sent sent/set set set/shake shook shaken/shed shed shed/shine shone shone
shoot shot shot/shrink shrank shrunk/shut shut shut/sing sang sung/sink sank sunk/sit sat sat/sleep slept slept
slide slid slid/speak spoke spoken/spend spent spent/spill spilt spilt/spin spun spun/split split split
spread spread spread/spring sprang sprung/stand stood stood/steal stole stolen/stick stuck stuck/sting stung stung
stink stank stunk/strike struck struck/strive strove striven/swear swore sworn/sweep swept swept/swell swelled swollen
swim swam swum/swing swung swung/take took taken/teach taught taught/tear tore torn/tell told told
think thought thought/throw threw thrown/tread trod trodden/understand understood understood/undo undid undone
upset upset upset/wake woke woken/wear wore worn/weave wove woven/weep wept wept/win won won/wind wound wound
withdraw withdrew withdrawn/withstand withstood withstood/wring wrung wrung/write wrote written/dream dreamt dreamt
burn burnt burnt/smell smelt smelt/spell spelt spelt/spit spat spat/spoil spoilt spoilt/show showed shown
sew sewed sewn/saw sawed sawn/shave shaved shaven/mow mowed mown/prove proved proven/do did done/have had had
"""
_TRIPLES = tuple(triple.split() for line in _IRREGULAR.split("\n") for triple in line.split("/") if triple.strip())
UNCHANGED_PAST = frozenset(base for base, past, _ in _TRIPLES if base == past)
"""Verbs whose past looks like their present: put, cut, read."""
PASTS = frozenset(past for base, past, _ in _TRIPLES if base != past) | {"was", "were", "had", "did"}
PARTICIPLES = frozenset(participle for _, _, participle in _TRIPLES) | {"been"}
AMBIGUOUS_PARTICIPLES = frozenset(base for base, _, participle in _TRIPLES if base == participle)
"""Participles that look like the infinitive: come, run, put."""
BASES = {form: base for base, past, participle in _TRIPLES for form in (past, participle) if form != base}
"""Irregular pasts and participles with their infinitives."""
IRREGULAR_BASES = frozenset(base for base, _, _ in _TRIPLES)

PERFECT_ONLY = word_set(
    """been had become arrived happened died lived slept tried worked left come run fallen risen grown forgotten
    decided learned learnt known begun won lied agreed refused seemed appeared managed failed wanted needed liked
    hoped wished meant promised spent thought said"""
)
"""Participles that follow `has` rather than `is` when their verb has a contracted auxiliary."""
STATE_PARTICIPLES = word_set(
    """tired bored worried scared excited interested married divorced retired annoyed embarrassed pleased satisfied
    disappointed surprised confused broken made known named called located supposed allowed based used born dressed
    drunk stuck engaged involved needed closed locked frightened exhausted ashamed amused convinced determined
    prepared relaxed ill-prepared armed covered filled crowded blocked gifted talented wounded injured hurt upset
    spoiled spoilt terrified frustrated experienced qualified related shocked thrilled delighted"""
)
"""Participles that mostly name a state and follow `is`."""
ALSO_PERFECT = frozenset({"broken", "made", "used", "called", "needed", "closed", "locked", "married", "hurt", "upset"})
"""Those among them that follow `has` when an object comes."""

COMMON_VERBS = word_set(
    """want need like love hate know think believe hope try use work play live walk talk look ask call seem help start
    stop move turn show hear let keep go come get make take give find tell say see feel become leave put mean bring
    begin run hold write stand sit lose pay meet learn understand watch follow speak read spend grow open win teach
    offer remember consider appear buy serve die send build stay fall cut reach kill remain suggest raise pass sell
    require decide pull return explain carry develop eat drink sleep cry laugh smile dance sing swim drive fly
    travel visit wait wear win worry admire advocate fear suffer belong deserve enjoy prefer refuse agree"""
)
"""Words that, right behind a conjunction, are verbs rather than nouns."""
WANT_OBJECT_BARE = word_set(
    """let lets letting make makes made making help helps helped helping see sees saw seen seeing hear hears heard
    hearing watch watches watched watching feel feels felt notice notices noticed have had"""
)
"""Verbs that take an object and a bare infinitive: let her go, saw her leave."""
WANT_OBJECT_ING = word_set(
    """see sees saw seen seeing hear hears heard hearing watch watches watched watching feel felt notice noticed find
    finds found catch catches caught keep keeps kept leave leaves left send sends sent spot spotted smell stop stops
    stopped imagine remember remembered picture"""
)
"""Verbs that take an object and an -ing form: saw her walking."""
RESULTATIVES = word_set(
    """have has had having make makes made making find finds found finding leave leaves left leaving consider considers
    considered drive drives drove driving keep keeps kept keeping call calls called calling think thinks thought
    render rendered get gets got getting turn turned hold held want wants wanted prefer believe believed"""
)
"""Verbs that take an object and an adjective: made her happy."""
DITRANSITIVES = word_set(
    """give gives gave given giving tell tells told telling show shows showed shown showing send sends sent sending buy
    buys bought buying bring brings brought bringing offer offers offered offering teach teaches taught teaching
    lend lends lent hand hands handed pay pays paid promise promises promised owe owes owed cook cooks cooked ask
    asks asked get gets got wish wishes wished cost costs pass passes passed sell sells sold serve serves served
    make makes made feed feeds fed grant grants granted deny denies denied read reads write writes wrote bake baked
    fetch fetched throw threw toss tossed"""
)
"""Verbs that take two objects: gave her flowers."""
MANDATIVES = word_set(
    """suggest suggests suggested recommend recommends recommended insist insists insisted demand demands demanded
    require requires required propose proposes proposed request requests requested urge urges urged"""
)
"""Verbs whose that-clause has a bare verb in both numbers: suggested that he leave."""

COUNTED_BY_COMPLEMENT = word_set(
    "lot lots number couple majority minority plenty handful dozen all some most half any rest percent none"
)
"""Heads that take the number of what follows `of`."""
PLURALS = word_set(
    """people police men women children teeth feet mice geese oxen lice cattle folk folks clergy criteria phenomena
    data media bacteria fungi cacti alumni dice pants trousers scissors glasses jeans shorts clothes goods thanks
    poultry vermin"""
)
PEOPLE_BY_QUALITY = word_set(
    "rich poor elderly unemployed homeless blind deaf wounded injured sick dead young old brave weak strong disabled"
)
"""Adjectives that name people when only `the` stands before them: the wounded."""
UNDECIDED_NUMBER = word_set(
    """sheep fish deer moose salmon trout shrimp squid bison swine aircraft spacecraft series species offspring means
    crossroads headquarters swiss chinese japanese portuguese"""
)
SINGULARS_IN_S = word_set(
    """news physics mathematics maths economics politics ethics athletics gymnastics linguistics measles mumps bus gas
    lens iris canvas atlas christmas bias chaos cosmos pus plus yes us this chess glass boss class grass mattress
    princess actress waitress hostess"""
)
PLURAL_LOOKING_NAMES = frozenset({"states", "nations", "netherlands", "philippines", "times"})
"""Names that look plural behind `the` and take a singular verb."""
KINSHIP = word_set(
    """mother father mom mum dad mama papa mommy mummy daddy grandma grandpa grandmother grandfather aunt uncle granny
    gran sister brother"""
)
COUNTING_WORDS = word_set("one each many several few fewer both neither either two three four five six ten dozens")
"""Words that need a plural behind `of`."""
PART_WORDS = COUNTING_WORDS | word_set("some most all none more less enough half any plenty much part")
"""Words that count or measure what stands behind `of`."""
