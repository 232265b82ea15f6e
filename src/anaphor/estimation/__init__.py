"""Plain statistics that know no schema: intervals, resampling, permutation."""
