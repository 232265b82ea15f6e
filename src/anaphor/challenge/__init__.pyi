from .acts import amend as amend
from .acts import correct as correct
from .acts import disqualify as disqualify
from .acts import enter as enter
from .acts import hand_in as hand_in
from .acts import judge as judge
from .acts import publish as publish
from .acts import rerun as rerun
from .acts import run as run
from .acts import run_entry as run_entry
from .acts import status as status
from .acts import validate as validate
from .acts import verify as verify
from .acts import withdraw as withdraw
from .starting import new as new
from .starting import propose as propose
from .starting import rehearse as rehearse
from .store import Challenge as Challenge
from .store import open_challenge as open_challenge
from .trial import try_entry as try_entry
from .trial import try_sandbox as try_sandbox

# isort: split
# For the other packages of anaphor: not in the reference for users.
from .evidence.publication import EVIDENCE as EVIDENCE
from .evidence.publication import Publication as Publication
from .evidence.publication import judgement_document as judgement_document
from .evidence.publication import publication_of as publication_of
from .judging.judging import Judgement as Judgement
from .judging.judging import judge_rounds as judge_rounds
from .judging.standing import DomainScore as DomainScore
from .judging.standing import Metric as Metric
from .judging.standing import RoundResult as RoundResult
from .judging.standing import Row as Row
from .judging.verdict import EntryVerdict as EntryVerdict
from .judging.verdict import Verdict as Verdict
from .sandbox.sandbox import Seal as Seal
