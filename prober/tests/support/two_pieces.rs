{
    // All international tables of two pieces, in a folder that is removed with the value.
    use manoury_generator::{Disk, Effort, Selection, Silent};
    use manoury_rules::International;

    let folder = tempfile::tempdir()?;
    let options = manoury_generator::Options {
        threads: 1,
        memory: 1 << 30,
        effort: Effort::Fast,
        checkpoint: None,
        output: &Disk,
        observer: &Silent,
    };
    manoury_testing::build::<International>(folder.path(), &Selection::Pieces(2), &options)?;
    folder
}
