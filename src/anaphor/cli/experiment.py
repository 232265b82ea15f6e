"""`anaphor experiment`: ask people on the web, and lose nothing."""

import typer

from anaphor.cli import experiment_analysis, experiment_data, experiment_design, experiment_serve

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

for _neighbour in (experiment_design, experiment_serve, experiment_data, experiment_analysis):
    _neighbour.register(app)
