"""A small study with everything that a design can have, for projects on other servers."""

from dataclasses import replace

from anaphor.experiment import Design, TrialKind
from anaphor.experiment.design.asking import ComprehensionQuestion, PersonQuestion
from anaphor.experiment.design.design import Recruiting, Trial
from tests.experiment.specimens import design


def full_design() -> Design:
    """Lists, practice, attention, a scale, questions on people and instructions, breaks, codes, words with Markdown."""
    whole = design(3, quota=8)
    extras = (
        Trial(id="practice-1", kind=TrialKind.PRACTICE, text="It rains.", candidates=("yes", "no"), key=0),
        Trial(id="attention-1", kind=TrialKind.ATTENTION, text="Choose “no”.", candidates=("yes", "no"), key=1),
        Trial(id="control-1", kind=TrialKind.CONTROL, text="Is 3 < 4?", candidates=("1", "2", "3", "4"), key=3),
        Trial(id="filler-1", kind=TrialKind.FILLER, text="Tea & </script>?", candidates=("a", "b", "c")),
    )
    return replace(
        whole,
        trials=(*whole.trials, *extras),
        block=3,
        exclusion=replace(whole.exclusion, fast_share=1.0, attention_failures=1),  # a program answers at once
        words=replace(whole.words, consent="You read **short** sentences. <b>No</b> harm.", contact="lab@example.org"),
        recruiting=Recruiting(completion_code="SESAME", failed_check_code="ASLEEP", screened_out_code="OUT"),
        questions=(
            PersonQuestion(id="age", text="How old are you?", least=18.0, most=99.0),
            PersonQuestion(id="town", text="Where do you live?", required=False),
        ),
        comprehension=(ComprehensionQuestion(text="What to do?", candidates=("read aloud", "choose"), key=1),),
    )
