import { describe, expect, it } from 'vitest';
import { projectPhases } from '@contract/features/customers/enterprise/projectPhases';
import { dustCalculation } from '@contract/features/risk/dustCalculation';
import { hazardRatingOf } from '@contract/features/risk/hazardRating';
import { unitRiskOf } from '@contract/features/risk/unitRiskClass';

describe('hazard rating', () => {
  it.each([
    ['皮,G1', '3', 5],
    ['G2A', '50', 4],
    ['G2B', '50', 3],
    ['敏', '20', 3],
    [null, '0.05', 5],
    [null, '0.1', 4],
    [null, '1', 3],
    [null, '10', 2],
    // The higher of both counts.
    ['皮', '0.3', 4],
  ])('the hazard rating for the marks %s and a limit of %s mg/m³ is %i', (marks, value, rating) => {
    expect(hazardRatingOf(marks, { value, unit: 'mg/m³' })?.rating).toBe(rating);
  });

  it('the hazard rating tells G2A from other marks, and is empty without marks or a mass limit', () => {
    expect(hazardRatingOf('G2A', null)?.reasons).toEqual(['G2A 可能人类致癌物']);
    expect(hazardRatingOf('', { value: '85', unit: 'dB(A)' })).toBeNull();
    expect(hazardRatingOf(null, null)).toBeNull();
  });
});

describe('risk of a unit', () => {
  it.each([
    [false, false, 49, 'low'],
    [false, false, 50, 'medium'],
    [false, true, 10, 'medium'],
    [true, false, 9, 'low'],
    [true, true, 9, 'medium'],
    [true, true, 10, 'high'],
  ] as const)(
    'the enterprise risk with a severe hazard %s, an exceedance %s and %i workers is %s',
    (severe, exceeds, workers, wanted) => {
      expect(unitRiskOf({ severe, exceeds, workers }).class).toBe(wanted);
    },
  );

  it('the enterprise risk is not calculated if the number of exposed workers is missing', () => {
    const { class: found, working } = unitRiskOf({ severe: true, exceeds: true, workers: null });
    expect([found, working.includes('受检单位未填写接触职业病危害人数，补充后评定')]).toEqual([null, true]);
  });
});

it('the risk page grades dust only after the labour class is known (GRADE-DUST)', () => {
  const value = {
    kind: 'totalDust',
    text: '3.2',
    unit: 'mg/m³',
    limit: '1',
    standard: null,
    day: '2026-05-13',
    share: '3.2',
    censored: false,
  };
  expect(dustCalculation({ silica: '20.5', value }, null)).toBeNull();
  expect(dustCalculation({ silica: '20.5', value }, 2)).toMatchObject({ level: 2, label: 'II级 中度' });
  expect(dustCalculation({ silica: '20.5', value }, 2)?.calculation).toContain('G=9.60');
});

describe('progress of a project for its enterprise', () => {
  const entered = [
    { stage: 'survey', day: '2026-04-02' },
    { stage: 'planning', day: '2026-04-05' },
    { stage: 'sampling', day: '2026-04-09' },
  ];
  const given = { incoming: false, acceptedOn: '2026-04-01', issuedOn: null, entered };

  it('the progress shown to an enterprise dates each phase by its first day, and shows no date for later phases', () => {
    expect(projectPhases({ ...given, stage: 'sampling' }).map(({ label, state, on }) => [label, state, on])).toEqual([
      ['已受理', 'done', '2026-04-01'],
      ['现场调查', 'done', '2026-04-02'],
      ['采样', 'now', '2026-04-09'],
      ['检测', 'ahead', null],
      ['报告编制', 'ahead', null],
      ['已签发', 'ahead', null],
    ]);
  });

  it('the progress shown to an enterprise goes back if the project is returned to an earlier stage', () => {
    expect(projectPhases({ ...given, stage: 'planning' }).map(({ state }) => state)).toEqual([
      'done',
      'now',
      'ahead',
      'ahead',
      'ahead',
      'ahead',
    ]);
  });

  it('the progress shown to an enterprise ends with the issued report, before archiving', () => {
    expect(projectPhases({ ...given, stage: 'issuing', issuedOn: '2026-05-20' }).at(-1)).toMatchObject({
      state: 'done',
      on: '2026-05-20',
    });
  });

  it('the progress shown to an enterprise stops at termination, and has no site visit for incoming samples', () => {
    expect(projectPhases({ ...given, stage: 'terminated' }).map(({ state }) => state)).toEqual([
      'done',
      'done',
      'ended',
      'ahead',
      'ahead',
      'ahead',
    ]);
    expect(projectPhases({ ...given, stage: 'handOver', incoming: true }).map(({ label }) => label)).toEqual([
      '已受理',
      '收样',
      '检测',
      '报告编制',
      '已签发',
    ]);
  });
});
