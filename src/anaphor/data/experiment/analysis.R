# The analysis of this study in R: the model of "anaphor experiment analyse" in lme4, and the same contrasts.
# Run it in this folder: Rscript analysis.R      It needs lme4: install.packages("lme4")

suppressPackageStartupMessages(library(lme4))

read <- function(name) read.csv(name, na.strings = "", fileEncoding = "UTF-8", stringsAsFactors = FALSE)
answers <- read("answers.csv")
trials <- read("trials.csv")

# What counts: answers to items that no rule leaves out (people, anticipations, hidden pages; see codebook.md).
items <- subset(answers, kind == "item" & is.na(excluded_by))
items$question <- ifelse(is.na(items$item), items$trial, items$item)
judged <- subset(items, !is.na(right))

tell <- function(name, ...) cat(name, formatC(c(...), digits = 6, format = "f"), "\n")

# Within people: the mean over people of the difference of their two means, with Student's interval for other people.
within_people <- function(name, value, person, one, other) {
  means <- function(which) tapply(value[which], person[which], mean)
  first <- means(!is.na(one) & one)
  second <- means(!is.na(other) & other)
  both <- intersect(names(first), names(second))
  gaps <- first[both] - second[both]
  if (length(gaps) > 1) tell(name, mean(gaps), mean(gaps) + qt(c(0.025, 0.975), length(gaps) - 1) * sd(gaps) / sqrt(length(gaps)))
}

fit <- function(formula, data) glmer(formula, data = data, family = binomial, nAGQ = 1, control = glmerControl(optimizer = "bobyqa"))

if (length(unique(judged$right)) > 1) {
  # How hard each item is and how good each person: random intercepts for both, crossed (Laplace).
  model <- fit(right ~ 1 + (1 | participant) + (1 | question), judged)
  deviations <- as.data.frame(VarCorr(model))
  tell("intercept", fixef(model), sqrt(diag(as.matrix(vcov(model)))))
  tell("sd_people", deviations$sdcor[deviations$grp == "participant"])
  tell("sd_items", deviations$sdcor[deviations$grp == "question"])
  tell("log_likelihood", logLik(model))
  effects <- ranef(model)$question
  write.csv(
    data.frame(item = rownames(effects), probability = plogis(fixef(model)[[1]] + effects[[1]])),
    "analysis-items.csv",
    row.names = FALSE
  )

  # Side: the right answer stood first, against elsewhere. Order: a person's second half, against the first.
  side <- judged$key_side == 0
  within_people("side", judged$right, judged$participant, side, !side)
  late <- judged$position > ave(judged$position, judged$participant, FUN = median)
  within_people("order", judged$right, judged$participant, late, !late)
}

# Conditions in the study's order, each against the first (treatment contrasts).
conditions <- unique(na.omit(trials$condition[trials$kind == "item"]))
compare <- function(name, data, value, model) {
  data$condition <- factor(data$condition, levels = conditions)
  data <- droplevels(data[!is.na(data$condition), ])
  known <- levels(data$condition)
  if (length(known) < 2) return(invisible())
  contrasts(data$condition) <- contr.treatment(known, base = 1)
  for (each in known[-1]) {
    within_people(paste(name, each), value(data), data$participant, data$condition == each, data$condition == known[1])
  }
  print(summary(model(data))$coefficients)
}
compare("condition", judged, function(data) data$right, function(data) {
  fit(right ~ condition + (1 | participant) + (1 | question), data)
})

# Items without a right answer whose candidates are steps of a scale: which step, from 1.
scaled <- subset(items, is.na(key) & !is.na(chosen) & trial %in% trials$trial[trials$scale == 1])
scaled$step <- scaled$chosen + 1
compare("step", scaled, function(data) data$step, function(data) {
  lmer(step ~ condition + (1 | participant) + (1 | question), data)
})
