//! Retrograde analysis: plan, solve, compress and verify endgame tables.

pub mod encode;
mod resident;
mod scores;
mod solve;

pub use scores::SliceScores;

#[doc(hidden)]
pub mod trial {
    //! Scratch.
    use crate::*;
    use manoury_rules::*;
    use manoury_tables::*;
    use std::sync::Arc;
    /// Scratch.
    pub fn run<V: Variant>(max: u32, dump: Option<&str>) {
        let mut resident = resident::Resident::<V>::default();
        let mut total = (0u64, 0f64, 0f64);
        for pieces in 2..=max {
            for slice in Slice::all(pieces) {
                let t = std::time::Instant::now();
                let solved = solve::solve_dtc::<V>(slice, &resident);
                let dtc = t.elapsed().as_secs_f64();
                let t = std::time::Instant::now();
                let dtw = solve::solve_distance::<V>(slice, Metric::Dtw, &solved, &resident);
                let dtw_time = t.elapsed().as_secs_f64();
                let index = Index::<V>::new(slice);
                for side in 0..slice.sides() {
                    let mut c = [0u64; 8];
                    let (mut caps, mut lw, mut ll, mut sum, mut ldtc) = (0, 0, 0, 0u64, 0);
                    let mut n = 0;
                    for k in 0..index.configurations() {
                        for (s, d) in
                            dtw.configuration(side, k).iter().zip(solved.configuration(side, k))
                        {
                            let Some(o) = s.outcome() else { continue };
                            n += 1;
                            c[o as usize] += 1;
                            ldtc = ldtc.max(d.plies());
                            assert_eq!(d.outcome(), s.outcome());
                            assert_eq!(d.is_capture(), s.is_capture());
                            caps += s.is_capture() as u64;
                            sum += s.plies() as u64;
                            if o == Outcome::Win {
                                lw = lw.max(s.plies())
                            }
                            if o == Outcome::Loss {
                                ll = ll.max(s.plies())
                            }
                        }
                    }
                    println!(
                        "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                        slice.to_move(side),
                        n,
                        c[5],
                        c[3],
                        c[1],
                        caps,
                        lw,
                        ll,
                        sum
                    );
                    if let Some(dir) = dump {
                        for (k, v) in [("dtc", &solved), ("dtw", &dtw)] {
                            let mut out = Vec::new();
                            for c in 0..index.configurations() {
                                for s in v.configuration(side, c) {
                                    out.extend_from_slice(&s.0.to_le_bytes());
                                }
                            }
                            std::fs::write(format!("{dir}/{slice}.{side}.{k}"), out).unwrap();
                        }
                    }
                }
                let pairs = 2 * index.len();
                total.0 += pairs;
                total.1 += dtc;
                total.2 += dtw_time;
                eprintln!(
                    "{slice} {pairs} dtc {dtc:.3} {:.1} M/s dtw {dtw_time:.3}",
                    pairs as f64 / dtc / 1e6
                );
                let mut r = resident::ResidentSlice::new(slice, &solved);
                r.keep(Metric::Dtw, &dtw);
                resident.add(Arc::new(r));
            }
        }
        eprintln!("total {total:?}");
    }
}
