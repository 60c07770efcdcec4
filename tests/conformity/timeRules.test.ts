import { describe, expect, it } from 'vitest';
import {
  noFacts,
  type TimedSample,
  type TimedTest,
  type TimeFacts,
} from '@contract/features/conformity/timeRules/timeFacts';
import { timeFindings, timeRules } from '@contract/features/conformity/timeRules/timeFindings';

const sample: TimedSample = {
  no: 'S1',
  item: '苯',
  day: '2026-03-02',
  start: '2026-03-02 09:00:00',
  end: '2026-03-02 09:15:00',
  device: 'CY-001',
  worker: null,
  shift: null,
  ceiling: false,
  brief: false,
  flowBefore: null,
  flowAfter: null,
  needsFlowAfter: false,
  deviceDue: null,
  lot: null,
  lotUntil: null,
  blankLots: [],
  handedOver: null,
  received: null,
  keepUntil: null,
  temperature: null,
  pressure: null,
};
const test: TimedTest = {
  no: 'J1',
  from: '2026-03-05 09:00:00',
  until: '2026-03-05 12:00:00',
  samples: ['S1'],
  instrument: 'GC-01',
  instrumentDue: null,
  stockMade: null,
  stockUntil: null,
  curveMade: null,
  injections: [],
  log: null,
  room: null,
  author: null,
  signed: [],
  inForce: null,
};

/** Returns `T05 stop` for each finding. */
const found = (facts: Partial<TimeFacts>): string[] =>
  timeFindings({ ...noFacts, ...facts }).map(({ rule, level }) => `${rule} ${level}`);
const ofSample = (changes: Partial<TimedSample>): string[] => found({ samples: [{ ...sample, ...changes }] });
const ofTest = (changes: Partial<TimedTest>): string[] => found({ tests: [{ ...test, ...changes }] });
const at = (clock: string, day = '2026-03-02'): string => `${day} ${clock}:00`;
const span = (from: string, until: string) => ({ from: at(from), until: at(until) });

describe('time rules (GBZ 331-2024)', () => {
  it('the table of time rules has thirty rules with titles, and an empty project breaks none', () => {
    expect(timeRules.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, number) => `T${String(number + 1).padStart(2, '0')}`),
    );
    expect(found({})).toEqual([]);
    expect(timeFindings({ ...noFacts, samples: [sample], tests: [test] })).toEqual([]);
  });

  it('time rule T01: a contract signed before its review is an error, on the same day it is not', () => {
    expect(found({ reviewedOn: '2026-03-02', contractOn: '2026-03-01' })).toEqual(['T01 stop']);
    expect(found({ contractOn: '2026-03-03', surveyedOn: '2026-03-02', surveyors: 2 })).toEqual(['T01 stop']);
    expect(
      found({ reviewedOn: '2026-03-01', contractOn: '2026-03-01', surveyedOn: '2026-03-01', surveyors: 2 }),
    ).toEqual([]);
  });

  it('time rule T02: a sample taken before the plan’s approval is an error', () => {
    expect(found({ planApprovedOn: '2026-03-03', samples: [sample] })).toEqual(['T02 stop']);
    expect(found({ planApprovedOn: '2026-03-02', samples: [sample] })).toEqual([]);
    expect(found({ planApprovedOn: at('09:30'), samples: [sample] })).toEqual(['T02 stop']);
  });

  it('time rule T03: a survey or a sampling day with only one person is an error', () => {
    expect(found({ surveyedOn: '2026-03-01', surveyors: 1 })).toEqual(['T03 stop']);
    expect(found({ surveyedOn: '2026-03-01', surveyors: 2, days: [{ on: '2026-03-02', collectors: 1 }] })).toEqual([
      'T03 stop',
    ]);
  });

  it('time rule T04: a person at two workplaces at once is an error; too short a way between them gives a warning', () => {
    const here = { name: '王工', where: 'P1', ...span('09:00', '10:00') };
    expect(found({ people: [here, { name: '王工', where: 'P2', ...span('09:59', '11:00') }] })).toEqual(['T04 stop']);
    expect(found({ people: [here, { name: '王工', where: 'P2', ...span('10:29', '11:00') }] })).toEqual(['T04 warn']);
    expect(found({ people: [here, { name: '王工', where: 'P2', ...span('10:30', '11:00') }] })).toEqual([]);
    expect(found({ people: [here, { name: '王工', where: 'P1', ...span('09:30', '11:00') }] })).toEqual([]);
    expect(found({ people: [here, { name: '李工', where: 'P2', ...span('09:30', '11:00') }] })).toEqual([]);
  });

  it('time rule T05: an instrument that takes two samples at once is an error; successive samples are not', () => {
    const first = { name: 'CY-001', where: '样品S1', ...span('09:00', '09:15') };
    expect(found({ devices: [first, { ...first, where: '样品S2', ...span('09:14', '09:30') }] })).toEqual(['T05 stop']);
    expect(found({ devices: [first, { ...first, where: '样品S2', ...span('09:15', '09:30') }] })).toEqual([]);
  });

  it('time rule T06: a worker with two personal samples of one item at once gives a warning; of two items not', () => {
    const worn = { ...sample, worker: '张三' };
    expect(found({ samples: [worn, { ...worn, no: 'S2' }] })).toEqual(['T06 warn']);
    expect(found({ samples: [worn, { ...worn, no: 'S2', item: '甲苯' }] })).toEqual([]);
  });

  it('time rule T07: an end before the start and a MAC sample of 16 min are errors; a PC-STEL sample of 10 min gives a warning', () => {
    expect(ofSample({ end: at('08:59') })).toEqual(['T07 stop']);
    expect(ofSample({ ceiling: true, end: at('09:16') })).toEqual(['T07 stop']);
    expect(ofSample({ ceiling: true })).toEqual([]);
    expect(ofSample({ brief: true, end: at('09:10') })).toEqual(['T07 warn']);
  });

  it('time rule T08: 119 of 480 min sampled at a fixed work post are an error, 120 are not; a mobile work post needs 50 %', () => {
    const shift = { shiftName: '破碎工', contact: 8, job: 'fixed', representation: 'share' } as const;
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '10:59')] }] })).toEqual(['T08 stop']);
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '11:00')] }] })).toEqual([]);
    expect(found({ shifts: [{ ...shift, job: 'moving', contact: 6, spans: [span('09:00', '11:59')] }] })).toEqual([
      'T08 stop',
    ]);
    expect(found({ shifts: [{ ...shift, job: 'moving', contact: 6, spans: [span('09:00', '12:00')] }] })).toEqual([]);
  });

  it('time rule T09: one sampling period, or two periods 55 min apart, are an error; 60 min apart are not', () => {
    const shift = { shiftName: '电镀工', contact: 8, job: 'fixed', representation: 'periods' } as const;
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '09:15')] }] })).toEqual(['T09 stop']);
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '09:15'), span('10:10', '10:25')] }] })).toEqual([
      'T09 stop',
    ]);
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '09:15'), span('10:15', '10:30')] }] })).toEqual([]);
  });

  it('time rule T10: a sample outside the shift gives a warning, also for a shift over midnight', () => {
    expect(ofSample({ shift: { from: '09:05', until: '17:00' } })).toEqual(['T10 warn']);
    expect(ofSample({ shift: { from: '08:00', until: '17:00' } })).toEqual([]);
    expect(ofSample({ shift: { from: '20:00', until: '08:00' } })).toEqual(['T10 warn']);
    const night = { start: at('23:00'), end: at('23:15'), shift: { from: '20:00', until: '08:00' } };
    expect(ofSample(night)).toEqual([]);
  });

  it('time rule T11: a flow measured after the start or before the end of sampling is an error; on another day it gives a warning', () => {
    expect(ofSample({ flowBefore: at('09:01') })).toEqual(['T11 stop']);
    expect(ofSample({ flowBefore: at('16:00', '2026-03-01') })).toEqual([]);
    expect(ofSample({ flowBefore: at('16:00', '2026-02-28') })).toEqual(['T11 warn']);
    expect(ofSample({ needsFlowAfter: true, flowAfter: at('09:10') })).toEqual(['T11 stop']);
    expect(ofSample({ needsFlowAfter: true, flowAfter: at('09:20') })).toEqual([]);
    expect(ofSample({ needsFlowAfter: true, flowAfter: at('09:20', '2026-03-03') })).toEqual(['T11 warn']);
  });

  it('time rule T12: an instrument past its calibration is an error, on site and in the laboratory; on its last day it is not', () => {
    expect(ofSample({ deviceDue: '2026-03-01' })).toEqual(['T12 stop']);
    expect(ofSample({ deviceDue: '2026-03-02' })).toEqual([]);
    expect(ofTest({ instrumentDue: '2026-03-04' })).toEqual(['T12 stop']);
    expect(ofTest({ instrumentDue: '2026-03-05' })).toEqual([]);
  });

  it('time rule T13: a sound meter calibrated after its first reading, or checked on another day, is an error', () => {
    const meter = { name: 'SL-01', before: at('08:00'), readings: [at('09:00'), at('10:00')], after: at('11:00') };
    expect(found({ meters: [meter] })).toEqual([]);
    expect(found({ meters: [{ ...meter, before: at('09:30') }] })).toEqual(['T13 stop']);
    expect(found({ meters: [{ ...meter, after: at('09:30') }] })).toEqual(['T13 stop']);
    expect(found({ meters: [{ ...meter, after: at('08:00', '2026-03-03') }] })).toEqual(['T13 stop']);
  });

  it('time rule T14: an expired collector is an error, and so are blanks of another lot', () => {
    expect(ofSample({ lot: 'A', lotUntil: '2026-03-01' })).toEqual(['T14 stop']);
    expect(ofSample({ lot: 'A', lotUntil: '2026-03-02', blankLots: ['A'] })).toEqual([]);
    expect(ofSample({ lot: 'A', blankLots: ['B'] })).toEqual(['T14 stop']);
  });

  it('time rule T15: a test before the receipt of the sample is an error, and so is a receipt before the hand-over', () => {
    const received = { ...sample, handedOver: at('17:00'), received: at('18:00') };
    expect(found({ samples: [received], tests: [test] })).toEqual([]);
    expect(found({ samples: [received], tests: [{ ...test, from: at('17:30'), until: at('19:00') }] })).toEqual([
      'T15 stop',
    ]);
    expect(ofSample({ handedOver: at('17:00'), received: at('16:00') })).toEqual(['T15 stop']);
  });

  it('time rule T16: a test after the last day of storage is an error; on that day it is not', () => {
    const kept = (keepUntil: string) => found({ samples: [{ ...sample, keepUntil }], tests: [test] });
    expect(kept('2026-03-04')).toEqual(['T16 stop']);
    expect(kept('2026-03-05')).toEqual([]);
  });

  it('time rule T17: a curve older than its stock solution, an expired stock solution and overlapping injections are errors', () => {
    expect(ofTest({ stockMade: '2026-03-02', curveMade: '2026-03-01' })).toEqual(['T17 stop']);
    expect(ofTest({ stockUntil: '2026-03-04' })).toEqual(['T17 stop']);
    const injection = { kind: 'blank' as const, at: at('09:00'), until: at('09:10') };
    expect(ofTest({ injections: [injection, { ...injection, at: at('09:05'), until: at('09:15') }] })).toEqual([
      'T17 stop',
    ]);
    expect(ofTest({ injections: [injection, { ...injection, at: at('09:10'), until: at('09:20') }] })).toEqual([]);
  });

  it('time rule T18: a second weighing before the first, under other conditions or on another balance is an error', () => {
    const weighing = {
      filter: 'L1',
      balance: 'TP-01',
      first: at('09:00'),
      second: at('10:00'),
      conditionsEqual: true,
      afterBalance: 'TP-01',
    };
    expect(found({ weighings: [weighing] })).toEqual([]);
    expect(found({ weighings: [{ ...weighing, second: at('08:00') }] })).toEqual(['T18 stop']);
    expect(found({ weighings: [{ ...weighing, conditionsEqual: false }] })).toEqual(['T18 stop']);
    expect(found({ weighings: [{ ...weighing, afterBalance: 'TP-02' }] })).toEqual(['T18 stop']);
  });

  it('time rule T19: samples injected before blank and control, or a 51st sample without a new control, are errors', () => {
    const kinds = (...order: ('blank' | 'control' | 'sample')[]) =>
      ofTest({
        injections: order.map((kind, minute) => ({
          kind,
          at: `2026-03-05 09:00:${String(minute).padStart(3, '0')}`,
          until: `2026-03-05 09:00:${String(minute).padStart(3, '0')}`,
        })),
      });
    const fifty = Array.from({ length: 50 }, () => 'sample' as const);
    expect(kinds('blank', 'control', ...fifty)).toEqual([]);
    expect(kinds('blank', 'control', ...fifty, 'sample')).toEqual(['T19 stop']);
    expect(kinds('blank', 'control', ...fifty, 'control', 'sample')).toEqual([]);
    expect(kinds('blank', 'sample')).toEqual(['T19 stop']);
    expect(kinds('control', 'sample')).toEqual(['T19 stop']);
  });

  it('time rule T20: a test at a time that the instrument’s log does not cover gives a warning', () => {
    const log = (from: string, until: string) =>
      ofTest({ log: [{ from: at(from, '2026-03-05'), until: at(until, '2026-03-05') }] });
    expect(log('08:00', '13:00')).toEqual([]);
    expect(log('09:30', '13:00')).toEqual(['T20 warn']);
    expect(ofTest({ log: [] })).toEqual(['T20 warn']);
    expect(ofTest({ log: null })).toEqual([]);
  });

  it('time rule T21: a test without a record of the room’s conditions gives a warning', () => {
    expect(ofTest({ room: [] })).toEqual(['T21 warn']);
    expect(ofTest({ room: [{ from: '2026-03-05 00:00:00', until: '2026-03-05 23:59:59' }] })).toEqual([]);
  });

  it('time rule T22: two signatures of one person are an error, and so is a review before the author’s signature', () => {
    const signed = (...steps: (readonly [string, string])[]) =>
      ofTest({
        signed: steps.map(([person, on], step) => ({
          step: (['author', 'review', 'approve'] as const)[step] ?? 'approve',
          person,
          at: on,
        })),
      });
    expect(signed(['甲', '2026-03-06'], ['乙', '2026-03-07'], ['丙', '2026-03-07'])).toEqual([]);
    expect(signed(['甲', '2026-03-06'], ['乙', '2026-03-05'])).toEqual(['T22 stop']);
    expect(signed(['甲', '2026-03-06'], ['甲', '2026-03-07'])).toEqual(['T22 stop']);
  });

  it('time rule T23: a report written before the last review of a record is an error', () => {
    const report = (writtenOn: string) =>
      found({
        tests: [{ ...test, signed: [{ step: 'author', person: '甲', at: '2026-03-08' }] }],
        report: {
          no: 'R1',
          issuedOn: null,
          steps: [{ label: '编写', at: writtenOn, person: '丁' }],
          due: null,
          reportedOn: null,
          publishedOn: null,
          archivedOn: null,
        },
      });
    expect(report('2026-03-07')).toEqual(['T23 stop']);
    expect(report('2026-03-08')).toEqual([]);
  });

  it('time rule T24: an obligation met after its due date, or still open after it, gives a warning', () => {
    const report = {
      no: 'R1',
      issuedOn: '2026-03-20',
      steps: [],
      due: { reportBy: '2026-04-10', publishBy: '2026-04-17', archiveBy: '2026-04-17' },
      reportedOn: '2026-04-10',
      publishedOn: '2026-04-17',
      archivedOn: null,
    };
    expect(found({ today: '2026-04-17', report })).toEqual([]);
    expect(found({ today: '2026-04-18', report })).toEqual(['T24 warn']);
    expect(found({ today: '2026-04-17', report: { ...report, reportedOn: '2026-04-11' } })).toEqual(['T24 warn']);
  });

  it('time rule T25: work on a day without a valid authorisation is an error', () => {
    const work = { person: '王工', work: '现场采样', day: '2026-03-02' };
    expect(found({ authorised: [{ ...work, isAuthorised: true }] })).toEqual([]);
    expect(found({ authorised: [{ ...work, isAuthorised: false }] })).toEqual(['T25 stop']);
  });

  it('time rule T25: work on a day after the end of continuing education gives a warning', () => {
    const lapsed = { person: '王工', endedOn: '2026-03-01', day: '2026-03-02' };
    expect(found({ lapsedEducation: [lapsed] })).toEqual(['T25 warn']);
    expect(found({ lapsedEducation: [] })).toEqual([]);
  });

  it('time rule T25: work on a day before a passed training is an error', () => {
    expect(found({ untrained: [{ person: '王工', day: '2026-03-02' }] })).toEqual(['T25 stop']);
  });

  it('time rule T25: a day of radiation without a current dose measurement gives a warning, before GBZ 331-2024 none', () => {
    expect(found({ undosed: [{ person: '王工', day: '2025-05-01' }] })).toEqual(['T25 warn']);
    expect(found({ undosed: [{ person: '王工', day: '2025-04-30' }] })).toEqual([]);
  });

  it('time rule T26: more than 24 h, or more samples or injections a day than configured, give a warning', () => {
    const day = { person: '王工', day: '2026-03-02', samples: 120, injections: 300, hours: 24 };
    expect(found({ dayCounts: [day] })).toEqual([]);
    expect(found({ dayCounts: [{ ...day, hours: 24.5 }] })).toEqual(['T26 warn']);
    expect(found({ dayCounts: [{ ...day, samples: 121 }] })).toEqual(['T26 warn']);
    expect(found({ dayCounts: [{ ...day, injections: 301 }] })).toEqual(['T26 warn']);
  });

  it('time rule T27: temperatures above 50 ℃ or below −30 ℃ and pressures that no workplace has give a warning', () => {
    expect(ofSample({ temperature: '50', pressure: '60' })).toEqual([]);
    expect(ofSample({ temperature: '50.1' })).toEqual(['T27 warn']);
    expect(ofSample({ temperature: '-30.1' })).toEqual(['T27 warn']);
    expect(ofSample({ pressure: '106.1' })).toEqual(['T27 warn']);
  });

  it('time rule T28: a photograph of another day than the survey or the sampling gives a warning', () => {
    const photographs = [{ activity: 'survey' as const, at: at('10:00', '2026-03-01') }];
    expect(found({ surveyedOn: '2026-03-01', surveyors: 2, photographs })).toEqual([]);
    expect(found({ surveyedOn: '2026-03-02', surveyors: 2, photographs })).toEqual(['T28 warn']);
  });

  it('time rule T29: an evaluation with chemicals sampled on two shifts is an error; a routine test is not', () => {
    const days = [{ on: '2026-03-02', collectors: 2 }];
    expect(found({ evaluation: true, days, chemicalShifts: 2 })).toEqual(['T29 stop']);
    expect(found({ evaluation: true, days, chemicalShifts: 3 })).toEqual([]);
    expect(found({ evaluation: false, days, chemicalShifts: 1 })).toEqual([]);
  });

  it('time rule T30: a method that was not in force on the day of the test is an error', () => {
    expect(ofTest({ inForce: false })).toEqual(['T30 stop']);
    expect(ofTest({ inForce: true })).toEqual([]);
  });
});
