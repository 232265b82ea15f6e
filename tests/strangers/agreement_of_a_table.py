import pandas as pd

import anaphor

labels = pd.read_csv("labels.csv")
found = anaphor.agreement.measure(labels, item="sentence", annotator="who", label="antecedent")
print(found.sentences[0])
found.figure().savefig("agreement.png")
