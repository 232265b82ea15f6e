"""What a label file may mean: the roles of columns by what stands in them, and the exports of annotation tools."""
