import { describe, expect, it } from 'vitest';
import { timeFindings, timeRules } from '@contract/features/conformity/time/findings';
import {
  noFacts,
  type TimedSample,
  type TimedTest,
  type TimeFacts,
} from '@contract/features/conformity/time/timeFacts';

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

describe('rules of time (GBZ 331-2024)', () => {
  it('rules of time are thirty, each with a title, and find nothing where nothing is recorded', () => {
    expect(timeRules.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, number) => `T${String(number + 1).padStart(2, '0')}`),
    );
    expect(found({})).toEqual([]);
    expect(timeFindings({ ...noFacts, samples: [sample], tests: [test] })).toEqual([]);
  });

  it('rule of time T01: a contract signed before its review stops, one of the same day does not', () => {
    expect(found({ reviewedOn: '2026-03-02', contractOn: '2026-03-01' })).toEqual(['T01 stop']);
    expect(found({ contractOn: '2026-03-03', surveyedOn: '2026-03-02', surveyors: 2 })).toEqual(['T01 stop']);
    expect(
      found({ reviewedOn: '2026-03-01', contractOn: '2026-03-01', surveyedOn: '2026-03-01', surveyors: 2 }),
    ).toEqual([]);
  });

  it('rule of time T02: a sample before the approved plan stops', () => {
    expect(found({ planApprovedOn: '2026-03-03', samples: [sample] })).toEqual(['T02 stop']);
    expect(found({ planApprovedOn: '2026-03-02', samples: [sample] })).toEqual([]);
    expect(found({ planApprovedOn: at('09:30'), samples: [sample] })).toEqual(['T02 stop']);
  });

  it('rule of time T03: a survey or a day of sampling by one person stops', () => {
    expect(found({ surveyedOn: '2026-03-01', surveyors: 1 })).toEqual(['T03 stop']);
    expect(found({ surveyedOn: '2026-03-01', surveyors: 2, days: [{ on: '2026-03-02', collectors: 1 }] })).toEqual([
      'T03 stop',
    ]);
  });

  it('rule of time T04: a person at two workplaces at once stops; too short a way between them is told', () => {
    const here = { name: '王工', where: 'P1', ...span('09:00', '10:00') };
    expect(found({ people: [here, { name: '王工', where: 'P2', ...span('09:59', '11:00') }] })).toEqual(['T04 stop']);
    expect(found({ people: [here, { name: '王工', where: 'P2', ...span('10:29', '11:00') }] })).toEqual(['T04 warn']);
    expect(found({ people: [here, { name: '王工', where: 'P2', ...span('10:30', '11:00') }] })).toEqual([]);
    expect(found({ people: [here, { name: '王工', where: 'P1', ...span('09:30', '11:00') }] })).toEqual([]);
    expect(found({ people: [here, { name: '李工', where: 'P2', ...span('09:30', '11:00') }] })).toEqual([]);
  });

  it('rule of time T05: an instrument with two samples at once stops; one after the other does not', () => {
    const first = { name: 'CY-001', where: '样品S1', ...span('09:00', '09:15') };
    expect(found({ devices: [first, { ...first, where: '样品S2', ...span('09:14', '09:30') }] })).toEqual(['T05 stop']);
    expect(found({ devices: [first, { ...first, where: '样品S2', ...span('09:15', '09:30') }] })).toEqual([]);
  });

  it('rule of time T06: a worker with two personal samples of one item at once is told; of two items not', () => {
    const worn = { ...sample, worker: '张三' };
    expect(found({ samples: [worn, { ...worn, no: 'S2' }] })).toEqual(['T06 warn']);
    expect(found({ samples: [worn, { ...worn, no: 'S2', item: '甲苯' }] })).toEqual([]);
  });

  it('rule of time T07: an end before the start and a MAC sample of 16 min stop; a PC-STEL sample of 10 min is told', () => {
    expect(ofSample({ end: at('08:59') })).toEqual(['T07 stop']);
    expect(ofSample({ ceiling: true, end: at('09:16') })).toEqual(['T07 stop']);
    expect(ofSample({ ceiling: true })).toEqual([]);
    expect(ofSample({ brief: true, end: at('09:10') })).toEqual(['T07 warn']);
  });

  it('rule of time T08: 119 of 480 min of a fixed job stop, 120 do not; a moving job needs 50 %', () => {
    const shift = { what: '破碎工', contact: 8, job: 'fixed', by: 'share' } as const;
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '10:59')] }] })).toEqual(['T08 stop']);
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '11:00')] }] })).toEqual([]);
    expect(found({ shifts: [{ ...shift, job: 'moving', contact: 6, spans: [span('09:00', '11:59')] }] })).toEqual([
      'T08 stop',
    ]);
    expect(found({ shifts: [{ ...shift, job: 'moving', contact: 6, spans: [span('09:00', '12:00')] }] })).toEqual([]);
  });

  it('rule of time T09: one period, or two 55 min apart, stop; 60 min do not', () => {
    const shift = { what: '电镀工', contact: 8, job: 'fixed', by: 'periods' } as const;
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '09:15')] }] })).toEqual(['T09 stop']);
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '09:15'), span('10:10', '10:25')] }] })).toEqual([
      'T09 stop',
    ]);
    expect(found({ shifts: [{ ...shift, spans: [span('09:00', '09:15'), span('10:15', '10:30')] }] })).toEqual([]);
  });

  it('rule of time T10: a sample outside of the shift is told, a shift over midnight included', () => {
    expect(ofSample({ shift: { from: '09:05', until: '17:00' } })).toEqual(['T10 warn']);
    expect(ofSample({ shift: { from: '08:00', until: '17:00' } })).toEqual([]);
    expect(ofSample({ shift: { from: '20:00', until: '08:00' } })).toEqual(['T10 warn']);
    const night = { start: at('23:00'), end: at('23:15'), shift: { from: '20:00', until: '08:00' } };
    expect(ofSample(night)).toEqual([]);
  });

  it('rule of time T11: a flow measured after the start, or before the end, stops; one of another day is told', () => {
    expect(ofSample({ flowBefore: at('09:01') })).toEqual(['T11 stop']);
    expect(ofSample({ flowBefore: at('16:00', '2026-03-01') })).toEqual([]);
    expect(ofSample({ flowBefore: at('16:00', '2026-02-28') })).toEqual(['T11 warn']);
    expect(ofSample({ needsFlowAfter: true, flowAfter: at('09:10') })).toEqual(['T11 stop']);
    expect(ofSample({ needsFlowAfter: true, flowAfter: at('09:20') })).toEqual([]);
    expect(ofSample({ needsFlowAfter: true, flowAfter: at('09:20', '2026-03-03') })).toEqual(['T11 warn']);
  });

  it('rule of time T12: an instrument past its calibration stops, in the field and in the laboratory; its last day does not', () => {
    expect(ofSample({ deviceDue: '2026-03-01' })).toEqual(['T12 stop']);
    expect(ofSample({ deviceDue: '2026-03-02' })).toEqual([]);
    expect(ofTest({ instrumentDue: '2026-03-04' })).toEqual(['T12 stop']);
    expect(ofTest({ instrumentDue: '2026-03-05' })).toEqual([]);
  });

  it('rule of time T13: a sound meter calibrated after its first reading, or checked on another day, stops', () => {
    const meter = { name: 'SL-01', before: at('08:00'), readings: [at('09:00'), at('10:00')], after: at('11:00') };
    expect(found({ meters: [meter] })).toEqual([]);
    expect(found({ meters: [{ ...meter, before: at('09:30') }] })).toEqual(['T13 stop']);
    expect(found({ meters: [{ ...meter, after: at('09:30') }] })).toEqual(['T13 stop']);
    expect(found({ meters: [{ ...meter, after: at('08:00', '2026-03-03') }] })).toEqual(['T13 stop']);
  });

  it('rule of time T14: an expired collector stops, and blanks of another lot', () => {
    expect(ofSample({ lot: 'A', lotUntil: '2026-03-01' })).toEqual(['T14 stop']);
    expect(ofSample({ lot: 'A', lotUntil: '2026-03-02', blankLots: ['A'] })).toEqual([]);
    expect(ofSample({ lot: 'A', blankLots: ['B'] })).toEqual(['T14 stop']);
  });

  it('rule of time T15: a test before the receipt stops, and a receipt before the hand-over', () => {
    const received = { ...sample, handedOver: at('17:00'), received: at('18:00') };
    expect(found({ samples: [received], tests: [test] })).toEqual([]);
    expect(found({ samples: [received], tests: [{ ...test, from: at('17:30'), until: at('19:00') }] })).toEqual([
      'T15 stop',
    ]);
    expect(ofSample({ handedOver: at('17:00'), received: at('16:00') })).toEqual(['T15 stop']);
  });

  it('rule of time T16: a test after the last day of storage stops; on that day it does not', () => {
    const kept = (keepUntil: string) => found({ samples: [{ ...sample, keepUntil }], tests: [test] });
    expect(kept('2026-03-04')).toEqual(['T16 stop']);
    expect(kept('2026-03-05')).toEqual([]);
  });

  it('rule of time T17: a curve before its stock, an expired stock and overlapping injections stop', () => {
    expect(ofTest({ stockMade: '2026-03-02', curveMade: '2026-03-01' })).toEqual(['T17 stop']);
    expect(ofTest({ stockUntil: '2026-03-04' })).toEqual(['T17 stop']);
    const injection = { kind: 'blank' as const, at: at('09:00'), until: at('09:10') };
    expect(ofTest({ injections: [injection, { ...injection, at: at('09:05'), until: at('09:15') }] })).toEqual([
      'T17 stop',
    ]);
    expect(ofTest({ injections: [injection, { ...injection, at: at('09:10'), until: at('09:20') }] })).toEqual([]);
  });

  it('rule of time T18: a second weighing before the first, under other conditions, or on another balance stops', () => {
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

  it('rule of time T19: samples before blank and control, and the 51st without a control, stop', () => {
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

  it('rule of time T20: a test without an entry of the instrument’s log over its time is told', () => {
    const log = (from: string, until: string) =>
      ofTest({ log: [{ from: at(from, '2026-03-05'), until: at(until, '2026-03-05') }] });
    expect(log('08:00', '13:00')).toEqual([]);
    expect(log('09:30', '13:00')).toEqual(['T20 warn']);
    expect(ofTest({ log: [] })).toEqual(['T20 warn']);
    expect(ofTest({ log: null })).toEqual([]);
  });

  it('rule of time T21: a test without a record of its room is told', () => {
    expect(ofTest({ room: [] })).toEqual(['T21 warn']);
    expect(ofTest({ room: [{ from: '2026-03-05 00:00:00', until: '2026-03-05 23:59:59' }] })).toEqual([]);
  });

  it('rule of time T22: two signatures of one person stop, and a review before the author', () => {
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

  it('rule of time T23: a report written before the last review of a record stops', () => {
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

  it('rule of time T24: what is done after its day, or not yet and the day has passed, is told', () => {
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

  it('rule of time T25: a day of work without a valid authorisation stops', () => {
    const work = { person: '王工', work: '现场采样', on: '2026-03-02' };
    expect(found({ authorised: [{ ...work, valid: true }] })).toEqual([]);
    expect(found({ authorised: [{ ...work, valid: false }] })).toEqual(['T25 stop']);
  });

  it('rule of time T26: more than 24 h, or more samples or injections a day than set, are told', () => {
    const day = { person: '王工', on: '2026-03-02', samples: 120, injections: 300, hours: 24 };
    expect(found({ dayCounts: [day] })).toEqual([]);
    expect(found({ dayCounts: [{ ...day, hours: 24.5 }] })).toEqual(['T26 warn']);
    expect(found({ dayCounts: [{ ...day, samples: 121 }] })).toEqual(['T26 warn']);
    expect(found({ dayCounts: [{ ...day, injections: 301 }] })).toEqual(['T26 warn']);
  });

  it('rule of time T27: temperatures and pressures that no workplace has are told', () => {
    expect(ofSample({ temperature: '50', pressure: '60' })).toEqual([]);
    expect(ofSample({ temperature: '50.1' })).toEqual(['T27 warn']);
    expect(ofSample({ temperature: '-30.1' })).toEqual(['T27 warn']);
    expect(ofSample({ pressure: '106.1' })).toEqual(['T27 warn']);
  });

  it('rule of time T28: a photograph of another day than the survey or the sampling is told', () => {
    const photographs = [{ activity: 'survey' as const, at: at('10:00', '2026-03-01') }];
    expect(found({ surveyedOn: '2026-03-01', surveyors: 2, photographs })).toEqual([]);
    expect(found({ surveyedOn: '2026-03-02', surveyors: 2, photographs })).toEqual(['T28 warn']);
  });

  it('rule of time T29: an evaluation with chemicals on two shifts stops; a regular check does not', () => {
    const days = [{ on: '2026-03-02', collectors: 2 }];
    expect(found({ evaluation: true, days, chemicalShifts: 2 })).toEqual(['T29 stop']);
    expect(found({ evaluation: true, days, chemicalShifts: 3 })).toEqual([]);
    expect(found({ evaluation: false, days, chemicalShifts: 1 })).toEqual([]);
  });

  it('rule of time T30: a method that was not in force on the day of the test stops', () => {
    expect(ofTest({ inForce: false })).toEqual(['T30 stop']);
    expect(ofTest({ inForce: true })).toEqual([]);
  });
});
