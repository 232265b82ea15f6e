import anaphor

design = anaphor.experiment.new("anaphor-fr", lists=2, quota=20)
study = anaphor.experiment.simulate(design, participants=20, careless=0.1)
found = anaphor.experiment.analyse(study)
print(found)
found.figure().savefig("study.png")
