//! Which slices are at work: those whose successors are in memory and that fit the allowance.

use super::job::Unwritten;
use crate::error::BuildError;
use crate::occupancy;
use crate::plan::Plan;
use crate::progress::SliceReport;
use crate::resident::{Resident, ResidentSlice};
use bitvec::prelude::BitVec;
use manoury_rules::Variant;
use manoury_tables::Slice;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// What a job reports to the schedule.
pub(super) enum Message<'a, V> {
    /// The slice can be looked up in.
    Resident(usize, Arc<ResidentSlice<V>>),
    /// The slice is solved and is to be written.
    Solved(usize, Box<Unwritten<'a>>),
    /// The job is over.
    Done(usize, Result<SliceReport, BuildError>),
    /// The job panicked; the thread pool's scope passes that on when the schedule has ended.
    Panicked,
}

/// Which jobs can start.
pub(super) struct Schedule<'a, V> {
    plan: &'a Plan<V>,
    /// For each task, the tasks it looks up in.
    successors: Vec<Vec<usize>>,
    /// For each task, how many tasks that are still to run look up in it.
    users: Vec<usize>,
    finished: &'a BitVec,
    threads: usize,
    /// Tasks that are to be solved or read.
    waiting: BitVec,
    resident: HashMap<usize, Arc<ResidentSlice<V>>>,
    pub(super) reports: Vec<Option<SliceReport>>,
}

impl<'a, V: Variant> Schedule<'a, V> {
    pub(super) fn new(plan: &'a Plan<V>, finished: &'a BitVec, threads: usize) -> Self {
        let tasks = plan.tasks();
        let number: HashMap<Slice, usize> =
            tasks.iter().enumerate().map(|(i, task)| (task.slice, i)).collect();
        let successors: Vec<Vec<usize>> = tasks
            .iter()
            .map(|task| task.slice.successors().iter().map(|slice| number[slice]).collect())
            .collect();
        // A finished slice is read if one that is not stands on it, however far below.
        let mut waiting = !finished.clone();
        let mut users = vec![0; tasks.len()];
        for task in (0..tasks.len()).rev().filter(|&task| waiting[task]).collect::<Vec<_>>() {
            let mut below = vec![task];
            while let Some(task) = below.pop() {
                for &successor in &successors[task] {
                    if !waiting[successor] {
                        waiting.set(successor, true);
                        below.push(successor);
                    }
                }
            }
        }
        for task in waiting.iter_ones() {
            for &successor in &successors[task] {
                users[successor] += 1;
            }
        }
        let reports = (0..tasks.len())
            .map(|task| (!waiting[task]).then(|| SliceReport::skipped(tasks[task].slice)))
            .collect();
        let resident = HashMap::new();
        Schedule { plan, successors, users, finished, threads, waiting, resident, reports }
    }

    /// Starts jobs as they become possible until all are done or one has failed; then waits for
    /// those that are at work. A slice is written when all that it looks up in are there: whatever
    /// stops a run, each table that it leaves can be checked.
    pub(super) fn run<'j>(
        &mut self,
        memory: u64,
        receiver: &Receiver<Message<'j, V>>,
        start: impl Fn(usize, Resident<V>, bool),
        finish: impl Fn(usize, Unwritten<'j>),
    ) -> Result<(), BuildError> {
        let mut at_work: Vec<usize> = Vec::new();
        let mut unwritten: Vec<(usize, Box<Unwritten<'j>>)> = Vec::new();
        let mut failure = None;
        loop {
            while failure.is_none()
                && let Some(number) = self.next(memory, &at_work)
            {
                self.waiting.set(number, false);
                at_work.push(number);
                let mut resident = Resident::default();
                for successor in &self.successors[number] {
                    resident.add(self.resident[successor].clone());
                }
                start(number, resident, self.finished[number]);
            }
            let is_done = |task: &usize| !self.waiting[*task] && !at_work.contains(task);
            let is_next = |(number, _): &mut (usize, _)| {
                failure.is_none() && self.successors[*number].iter().all(is_done)
            };
            for (number, slice) in unwritten.extract_if(.., is_next) {
                finish(number, *slice);
            }
            if failure.is_some() {
                at_work.retain(|task| unwritten.iter().all(|(number, _)| number != task));
                unwritten.clear();
            }
            if at_work.is_empty() {
                return failure.map_or(Ok(()), Err);
            }
            match receiver.recv() {
                Ok(Message::Resident(number, slice)) => {
                    for &successor in &self.successors[number] {
                        self.users[successor] -= 1;
                        if self.users[successor] == 0 {
                            self.resident.remove(&successor);
                        }
                    }
                    if self.users[number] > 0 {
                        self.resident.insert(number, slice);
                    }
                }
                Ok(Message::Solved(number, slice)) => unwritten.push((number, slice)),
                Ok(Message::Done(number, result)) => {
                    at_work.retain(|&working| working != number);
                    match result {
                        Ok(report) => self.reports[number] = Some(report),
                        Err(error) => failure = failure.or(Some(error)),
                    }
                }
                Ok(Message::Panicked) | Err(_) => return failure.map_or(Ok(()), Err),
            }
        }
    }

    /// The next task, if it can start now. Tasks start in the plan's order: whenever one has to wait
    /// for memory, what is held by then is what the plan counted on.
    fn next(&self, memory: u64, at_work: &[usize]) -> Option<usize> {
        let tasks = self.plan.tasks();
        let task = self.waiting.first_one()?;
        let ready = self.successors[task].iter().all(|s| self.resident.contains_key(s));
        let work = |task: usize| {
            let own = if self.resident.contains_key(&task) { 0 } else { tasks[task].resident };
            tasks[task].memory + occupancy::threads_at::<V>(tasks[task].slice, self.threads) + own
        };
        let in_use = at_work.iter().map(|&task| work(task)).sum::<u64>()
            + self.resident.keys().map(|&task| tasks[task].resident).sum::<u64>();
        let fits = occupancy::total(in_use + work(task), self.threads) <= memory;
        (ready && (at_work.is_empty() || fits)).then_some(task)
    }
}
