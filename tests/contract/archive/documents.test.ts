import { describe, expect, it } from 'vitest';
import { documentCounts, archiveChecklist } from '@contract/features/archive/archiveChecklist';
import type { ArchiveFacts, ArchiveSample, ArchiveUpload } from '@contract/features/archive/archiveFacts';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { methods } from '@contract/features/laboratory/methods/methodCatalogue';
import { rawDataExemption, requiredRawData } from '@contract/features/laboratory/methods/rawDataNeeds';
import { retainedUntil, yearsKept } from '@contract/features/projects/retentionYears';

const { why } = archiveTexts;

const sample: ArchiveSample = {
  id: 1,
  sampleNo: 'S-1',
  sampleKind: 'sample',
  state: 'completed',
  samplingDay: 4,
  hazard: 2,
  hazardName: '甲苯',
  method: 3,
  mode: 'area',
  plannedFlow: '0.2',
  medium: '活性炭管',
  equipment: 9,
};
const file = { id: 'f', name: 'a.pdf', mime: 'application/pdf', size: 1, sha256: '00' };
const upload = (of: ArchiveUpload['of'], kind: string | null = null, isRemoved = false): ArchiveUpload => ({
  id: 1,
  of,
  kind,
  title: of === 'companion' ? '陪同人签名' : `${of} ${kind ?? ''}`,
  about: null,
  file,
  isRemoved,
});
const without = (of: ArchiveUpload['of'], kind: string | null = null): ArchiveUpload[] =>
  whole.uploads.filter((upload) => upload.of !== of || upload.kind !== kind);
const record = {
  id: 7,
  sheetNo: 'P-JL01',
  hazardName: '甲苯',
  state: 'approved',
  methodKind: 'gasChromatography',
  variant: 'ordinary',
  layout: 'solvent',
  curve: 5,
  attached: ['spectrum'],
};

/** A project whose archive is complete. */
const whole: ArchiveFacts = {
  project: { id: 1, stage: 'issuing', incoming: false },
  reviewed: true,
  survey: true,
  plan: { id: 2, state: 'approved' },
  uses: [{ back: true }],
  samples: [sample],
  days: new Map([[4, '2026-05-12']]),
  handOvers: [{ id: 3, sheetNo: 'P-LZ01', state: 'received' }],
  incoming: [],
  records: [record],
  openTasks: 0,
  curves: [{ id: 5, curveNo: 'QX-1', state: 'approved' }],
  uploads: [upload('survey', 'layout'), upload('media', 'survey'), upload('companion'), upload('media', 'sampling')],
  nonconformities: [],
  approvals: [
    { id: 1, kind: 'records', title: '', state: 'passed', incoming: false },
    { id: 2, kind: 'report', title: '', state: 'passed', incoming: false },
  ],
  reports: [{ id: 1, reportNo: 'R-1', title: '', state: 'issued', issuedOn: '2026-06-01' }],
  notices: [],
};
const lacking = (facts: Partial<ArchiveFacts>): [string, string | null][] =>
  archiveChecklist({ ...whole, ...facts })
    .filter(({ status }) => status === 'missing')
    .map(({ title, why: reason }) => [title, reason]);

describe('checklist of an archive', () => {
  it('the archive checklist is complete if every document exists; each document that is not needed has a reason', () => {
    const documents = archiveChecklist(whole);
    expect(lacking({})).toEqual([]);
    expect(documentCounts(documents)).toEqual({ present: 16, needed: 16 });
    expect(documents.filter(({ status }) => status === 'notNeeded').map(({ why: reason }) => reason)).toEqual([
      why.noAttachments,
      why.noNonconformities,
      why.publicAfterArchiving,
      why.noneOutside,
    ]);
  });

  it.each<[string, Partial<ArchiveFacts>, string | null]>([
    ['a plan that waits', { plan: { id: 2, state: 'awaitingReview' } }, '当前为“待审核”'],
    ['an instrument that is still out', { uses: [{ back: true }, { back: false }] }, why.notBack(1)],
    ['instruments without an outing', { uses: [] }, why.lostEquipment],
    ['a sample still to be taken', { samples: [{ ...sample, state: 'planned' }] }, why.notTaken(1)],
    ['a companion who did not sign', { uploads: without('companion') }, why.noCompanion],
    ['a survey without the papers of the employer', { uploads: without('survey', 'layout') }, why.noSurveyFiles],
    ['a survey that nobody photographed', { uploads: without('media', 'survey') }, why.noMedia],
    ['samples that nobody photographed', { uploads: without('media', 'sampling') }, why.noMedia],
    ['a sheet on its way', { handOvers: [{ id: 3, sheetNo: 'P-LZ01', state: 'waiting' }] }, '当前为“待接收”'],
    ['a record that nobody reviewed', { records: [{ ...record, state: 'awaitingReview' }] }, '当前为“待复核”'],
    ['tests that are on no record', { openTasks: 2 }, why.openTasks(2)],
    ['a chromatograph without its chromatograms', { records: [{ ...record, attached: ['photo'] }] }, why.noRaw],
    ...['atomicAbsorption', 'atomicFluorescence', 'inductivelyCoupledPlasma'].map(
      (methodKind): [string, Partial<ArchiveFacts>, string] => [
        `${methodKind} without the data of the instrument`,
        { records: [{ ...record, methodKind, layout: null, attached: ['photo'] }] },
        why.noRaw,
      ],
    ),
    [
      'a spectrum of silica that was not filed',
      { records: [{ ...record, methodKind: 'freeSilica', layout: null, techniques: ['infrared'], attached: [] }] },
      why.noRaw,
    ],
    [
      'a subcontractor without a report',
      { records: [{ ...record, methodKind: 'outsourced', layout: null, attached: [] }] },
      why.noRaw,
    ],
    ['a curve that was not approved', { curves: [{ id: 5, curveNo: 'QX-1', state: 'drafting' }] }, '当前为“编制中”'],
    [
      'a nonconformity left open',
      {
        nonconformities: [
          { no: 'BF-1', state: 'closed' },
          { no: 'BF-2', state: 'open' },
        ],
      },
      why.openNonconformities('BF-2'),
    ],
    [
      'a correction that is not issued yet',
      { reports: [...whole.reports, { id: 2, reportNo: 'R-1-G1', title: '', state: 'drafting', issuedOn: null }] },
      '当前为“编制中”',
    ],
    [
      'a report that was voided',
      { reports: [{ id: 1, reportNo: 'R-1', title: '', state: 'voided', issuedOn: '2026-06-01' }] },
      why.allVoided,
    ],
    [
      'an upload whose content is gone',
      { uploads: [...without('companion'), upload('companion', null, true)] },
      why.fileGone,
    ],
  ])('the archive checklist reports a document as missing in this case: %s', (_, facts, reason) => {
    expect(lacking(facts).map(([, told]) => told)).toEqual([reason]);
  });

  it('the archive checklist still lists a missing document with an explanation, and requires no original data of methods that produce none', () => {
    const reasons = new Map([['raw-7', { reason: '工作站数据损坏', person: '质控员', on: '2026-06-02' }]]);
    const explained = archiveChecklist({ ...whole, records: [{ ...record, attached: [] }], reasons }).find(
      ({ key }) => key === 'raw-7',
    );
    expect(explained).toMatchObject({ status: 'explained', why: '工作站数据损坏（质控员，2026-06-02）', no: 'P-JL01' });
    const weighed = { records: [{ ...record, methodKind: 'dust', layout: null, curve: null, attached: [] }] };
    expect(lacking(weighed)).toEqual([]);
    expect(archiveChecklist({ ...whole, ...weighed }).find(({ folder }) => folder === 'attachment')).toMatchObject({
      status: 'notNeeded',
      title: '仪器原始数据',
      about: 'P-JL01（甲苯）',
      why: rawDataExemption('dust'),
    });
  });

  it('the archive checklist asks, for every kind of method, for the instrument’s data or for a reason why there is none', () => {
    for (const { key } of methods) {
      const [asked, reason] = [requiredRawData(key), rawDataExemption(key)];
      expect([key, asked === undefined], key).toEqual([key, reason !== undefined]);
    }
    expect(rawDataExemption('freeSilica', ['pyrophosphoric'])).toContain('天平');
    expect(requiredRawData('freeSilica', ['pyrophosphoric', 'diffraction'])?.title).toBe('原始谱图');
  });

  it('the archive checklist accepts a reason instead of a document only if the document can no longer be made', () => {
    const reasons = new Map(
      ['surveyFiles', 'pictures-survey', 'pictures-sampling', 'companions'].map((key) => [
        key,
        { reason: '用人单位书面要求保密', person: '质控员', on: '2026-06-02' },
      ]),
    );
    const documents = archiveChecklist({ ...whole, uploads: [], reasons });
    const keys = (status: string): string[] =>
      documents.filter((document) => document.status === status).map(({ key }) => key);
    expect(keys('explained')).toEqual(['surveyFiles', 'pictures-survey', 'pictures-sampling']);
    expect(keys('missing')).toEqual(['companions']);
  });

  it('a closed archive is checked by the rules of the day on which it was closed', () => {
    const bare = {
      records: [{ ...record, attached: [] }],
      uploads: [upload('companion')],
    };
    const names = ['surveyFiles', 'pictures-survey', 'pictures-sampling', 'raw-7'];
    const closed = new Set(['review', 'survey', 'record-7', 'companion-1']);
    expect(lacking(bare)).toHaveLength(names.length);
    const of = (archived: ReadonlySet<string>) =>
      archiveChecklist({ ...whole, ...bare, archived }).filter(({ key }) => names.includes(key));
    expect(of(closed).map(({ key, status, why: told }) => [key, status, told])).toEqual(
      names.map((key) => [key, 'notNeeded', why.notAskedThen]),
    );
    // What was filed and is gone, and a record made afterwards, are missing all the same.
    const filed = new Set(['review', 'survey-1', 'media-1']);
    expect(of(filed).map(({ status }) => status)).toEqual(names.map(() => 'missing'));
    const lost = archiveChecklist({ ...whole, reviewed: false, archived: closed }).find(({ key }) => key === 'review');
    expect(lost?.status).toBe('missing');
  });

  it('the archive checklist lists a corrected record or report beside its replacement', () => {
    const kept = archiveChecklist({
      ...whole,
      records: [{ ...record, id: 6, state: 'corrected' }, record],
      reports: [
        { id: 1, reportNo: 'R-1', title: '', state: 'corrected', issuedOn: '2026-06-01' },
        { id: 2, reportNo: 'R-1-G1', title: '', state: 'issued', issuedOn: '2026-06-09' },
      ],
    });
    expect(kept.filter(({ why: reason }) => reason === archiveTexts.replaced).map(({ key }) => key)).toEqual([
      'record-6',
      'report-1',
    ]);
    expect(documentCounts(kept)).toEqual({ present: 18, needed: 18 });
  });

  it('the archive checklist requires no hand-over of direct readings, and no field work documents of incoming samples', () => {
    const measured = { ...sample, plannedFlow: null, medium: null, equipment: null };
    expect(
      archiveChecklist({ ...whole, samples: [measured], handOvers: [] }).find(({ key }) => key === 'handOver'),
    ).toMatchObject({ status: 'notNeeded', why: why.allMeasured });
    // One group that goes to the laboratory is enough to require it.
    expect(
      archiveChecklist({
        ...whole,
        samples: [measured, { ...sample, id: 2, sampleNo: 'S-2', hazard: 5 }],
        handOvers: [],
      }).find(({ key }) => key === 'handOver'),
    ).toMatchObject({ status: 'missing', why: why.noHandOver });
    const brought = {
      ...whole,
      project: { ...whole.project, incoming: true },
      survey: false,
      plan: null,
      uses: [],
      samples: [],
      handOvers: [],
      uploads: [],
      incoming: [{ state: 'received' }],
    };
    expect(lacking(brought)).toEqual([]);
    expect(lacking({ ...brought, incoming: [{ state: 'registered' }] }).map(([, reason]) => reason)).toEqual([
      why.notReceived(1),
    ]);
  });
});

describe("end of an archive's retention", () => {
  it.each([
    ['2026-10-26', 10, '2036-10-26'],
    ['2024-02-29', 10, '2034-02-28'],
    ['2024-02-29', 8, '2032-02-29'],
  ])('an archive from %s that is kept for %i years may be destroyed from %s on', (from, years, until) => {
    expect(retainedUntil(from, years)).toBe(until);
  });
});

describe('retention years of an archive', () => {
  it('reports from 2025-05-01 on are archived for at least 15 years (GBZ 331-2024 I.1.2.6), older ones for the organization’s own term', () => {
    expect([yearsKept(10, '2025-04-30'), yearsKept(10, '2025-05-01'), yearsKept(30, '2026-01-01')]).toEqual([
      10, 15, 30,
    ]);
  });
});
