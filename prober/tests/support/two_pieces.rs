{
    // All international tables of two pieces, in a folder that is removed with the value.
    use manoury_generator::{Disk, Effort, Plan, Selection, Silent};
    use manoury_rules::Variant as _;

    let folder = tempfile::tempdir()?;
    let options = manoury_generator::Options {
        threads: 1,
        memory: 1 << 30,
        effort: Effort::Fast,
        checkpoint: None,
        output: &Disk,
        observer: &Silent,
    };
    let plan = Plan::<manoury_rules::International>::new(&Selection::Pieces(2), None)?;
    let tables = folder.path().join(manoury_rules::International::NAME);
    manoury_generator::build(&plan, &tables, &options)?;
    folder
}
