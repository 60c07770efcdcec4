import { describe, expect, it } from 'vitest';
import type { ArchiveDocument } from '@contract/features/archive/archiveWire';
import {
  archiveGaps,
  gapsBefore,
  isBeforeReportSubmission,
  planGaps,
  unexplainedFieldGaps,
  reachesSampling,
  samplingGaps,
  sheetGaps,
  showsProjectGaps,
  surveyGaps,
} from '@contract/features/archive/projectGaps';
import { fieldGapsOf } from '@contract/features/fieldwork/samples/fieldGaps';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { parsePlaceAddress, placeAddress } from '@contract/fields/placeAddress';
import { findRoute } from '@contract/routes';

const missing = (folder: ArchiveDocument['folder'], key: string, path: string | null = null): ArchiveDocument => ({
  key,
  folder,
  title: key,
  status: 'missing',
  why: '没有上传',
  no: null,
  about: null,
  file: null,
  signed: null,
  form: null,
  path,
});
const documents = [
  missing('survey', 'surveyFiles'),
  missing('sampling', 'sampling'),
  missing('sampling', 'pictures-sampling', '/siteSample/liveSample/condition/projectMedia?belongProject=7'),
  missing('equipment', 'equipment'),
  missing('handOver', 'handOver'),
  missing('record', 'records'),
  missing('report', 'report'),
];
const keysIn = (stage: string) => archiveGaps(documents, stage).map(({ key }) => key);

describe('lacks of a project', () => {
  it('the list of a project’s gaps names a missing archive document only from the stage on in which it should exist', () => {
    expect(keysIn('sampling')).toEqual(['surveyFiles', 'pictures-sampling']);
    expect(keysIn('handOver')).toEqual(['surveyFiles', 'pictures-sampling', 'equipment']);
    expect(keysIn('testing')).toEqual(['surveyFiles', 'pictures-sampling', 'equipment', 'handOver']);
    expect(keysIn('reporting')).toEqual(['surveyFiles', 'pictures-sampling', 'equipment', 'handOver', 'records']);
  });

  it('the list of a project’s gaps names each unsigned sheet and the step that requires it', () => {
    const [lack, ...others] = sheetGaps(
      [{ kind: 'reportReviewSheet', label: '检测报告审核单（N.5）' }],
      'signReport',
      7,
    );
    expect(others).toEqual([]);
    expect(lack).toMatchObject({
      title: '没有签完的检测报告审核单（N.5）',
      gate: 'signReport',
      path: '/projectForms/detail?formKind=reportReviewSheet&project=7',
    });
    expect(findRoute('/projectForms/detail')).toBeDefined();
  });

  it('the list of a project’s gaps leaves out documents that are present or not needed', () => {
    const done = documents.map(
      (document) => ({ ...document, status: document.key === 'equipment' ? 'missing' : 'present' }) as const,
    );
    expect(archiveGaps(done, 'testing')).toEqual([
      { key: 'equipment', title: '缺少“equipment”（没有上传）', gate: 'archive', path: null },
    ]);
  });

  it('the list of a project’s gaps leaves out field data with a stated reason, and links to the page of every other gap', () => {
    const gaps = [
      { key: 'weather-3', title: '2026-05-12：没有气象条件', reason: null },
      { key: 'companion-3', title: '2026-05-12：没有陪同人签名', reason: '陪同人拒签' },
      { key: 'pump-12', title: '样品1：没有采样仪器', reason: null },
      { key: 'collector-12', title: '样品1：没有采样人', reason: null },
    ];
    const lacks = unexplainedFieldGaps(gaps, { id: 7, stage: 'sampling' });
    expect(lacks.map(({ key }) => key)).toEqual(['weather-3', 'pump-12', 'collector-12']);
    for (const { path } of [
      ...lacks,
      ...samplingGaps([{ sentence: '还有1个样品待采' }, { sentence: '第2天没有日期', ofDays: true }], 7),
    ]) {
      expect(path).toMatch(/\?belongProject=7(&|$)/);
      expect(findRoute(path?.split('?')[0] ?? '')).toBeDefined();
    }
  });

  it('the list of a project’s gaps links to the field in which each is entered', () => {
    const gaps = [
      { key: 'weather-3', title: '2026-05-12：没有气象条件', reason: null },
      { key: 'pump-12', title: '样品1：没有采样仪器', reason: null },
    ];
    const placesOf = (lacks: readonly { readonly path: string | null }[]) =>
      lacks.map(({ path }) => parsePlaceAddress(new URLSearchParams(path?.split('?')[1])));
    expect(placesOf(unexplainedFieldGaps(gaps, { id: 7, stage: 'sampling' }))).toEqual([
      { row: 3, field: 'temperature' },
      { row: 12, field: 'equipment' },
    ]);
    expect(
      placesOf([
        ...samplingGaps(
          [
            { sentence: '还有1个样品待采', place: { row: 12 } },
            { sentence: '第2天', ofDays: true },
          ],
          7,
        ),
        ...surveyGaps([{ sentence: '没有调查日期', place: { tab: 'facts', field: 'surveyedOn' } }], 7),
      ]),
    ).toEqual([{ row: 12 }, { field: 'sampledOn' }, { tab: 'facts', field: 'surveyedOn' }]);
    expect(placesOf(samplingGaps([{ sentence: '没有样品' }], 7))).toEqual([null]);
  });

  it('the list of a project’s gaps links to 项目调整 once sampling has ended, and to the report for data that it does not change', () => {
    const gaps = [
      { key: 'weather-3', title: '2026-05-12：没有气象条件', reason: null },
      { key: 'collector-12', title: '样品1：没有采样人', reason: null },
    ];
    const paths = unexplainedFieldGaps(gaps, { id: 7, stage: 'reporting' }).map(({ path }) => path);
    expect(paths).toEqual([
      '/reportPreviewNew?belongProject=7',
      '/siteSample/projectAdjustment/blkSampleInfo/pageSampling?belongProject=7',
    ]);
    for (const path of paths) expect(findRoute(path?.split('?')[0] ?? '')).toBeDefined();
  });

  it('the list of a project’s gaps names what a move waits for, so that the move is not proposed as the next action', () => {
    const lacks = [
      ...surveyGaps([{ sentence: '没有调查日期' }], 7),
      ...planGaps([{ sentence: '没有方法' }], 7),
      ...samplingGaps([{ sentence: '没有样品' }], 7),
    ];
    expect(
      ['endSurvey', 'samplePlan:submit', 'endSampling', 'terminate'].map((move) => gapsBefore(move, lacks)?.length),
    ).toEqual([1, 1, 1, 0]);
  });

  it('the list of what a project lacks is shown from the contract review until archiving; field data only until the report is submitted', () => {
    const stages = Object.keys(projectMachine.states);
    const told = stages.filter((stage) => showsProjectGaps({ stage }));
    expect(told).toEqual([
      'contractReview',
      'survey',
      'planning',
      'planReview',
      'sampling',
      'handOver',
      'testing',
      'recordReview',
      'reporting',
      'reportReview',
      'issuing',
    ]);
    expect(told.filter((stage) => reachesSampling(stage) && isBeforeReportSubmission(stage))).toEqual([
      'sampling',
      'handOver',
      'testing',
      'recordReview',
      'reporting',
    ]);
  });

  it('the address of a place leaves out a row that is not a number', () => {
    expect(placeAddress('/page?belongProject=7', { row: Number('x'), field: 'equipment' })).toBe(
      '/page?belongProject=7&field=equipment',
    );
  });

  it('the list of a project’s gaps names what a sample lacks only once it was taken, and what its day lacks at once', () => {
    const sample = (id: number, taken: boolean) => ({
      id,
      sampleNo: `S-0${id}`,
      day: 3,
      taken,
      workshop: null,
      place: null,
      pumped: true,
      equipment: null,
      collectors: [],
    });
    const gaps = fieldGapsOf({
      days: [{ id: 3, sampledOn: '2026-05-12' }],
      samples: [sample(1, true), sample(2, false)],
      weatherDays: new Set(),
      companionDays: new Set([3]),
    });
    expect(gaps.map(({ key }) => key)).toEqual(['weather-3', 'pump-1', 'collector-1']);
  });
});
