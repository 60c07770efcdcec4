import { fixedDictionaries, type FixedDictionary } from '@contract/dictionaries';
import { isTaken, samplingGroups } from '@contract/features/fieldwork/samples/samplingGroups';
import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';
import { methodRoutes } from '@contract/features/laboratory/methods/catalogue';
import { noRawReason, rawDataOf } from '@contract/features/laboratory/methods/rawData';
import { broughtLayout } from '@contract/features/laboratory/methods/sheets/brought';
import { layoutOf } from '@contract/features/laboratory/methods/sheets/sheet';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { closedBecause, whileSurveying } from '@contract/features/projects/openWhile';
import { type EarlierStage, takeOverTexts } from '@contract/features/projects/takeOver';
import { permissionOf } from '@contract/permissions';
import { paperTexts } from '@contract/print/paperTexts';
import type { ArchiveFacts, ArchiveUpload } from './archiveFacts';
import { type ArchiveFolder, archiveFolderOrder, archiveTexts } from './archiveTexts';
import type { ArchiveDocument } from './archiveWire';
import { asClosed } from './asClosed';

const { why, titles } = archiveTexts;

type Rest = Partial<Pick<ArchiveDocument, 'no' | 'about' | 'why' | 'file' | 'signed' | 'path' | 'form'>>;

const bare = { no: null, about: null, why: null, file: null, signed: null, path: null } as const;
const present = (folder: ArchiveFolder, key: string, title: string, rest: Rest = {}): ArchiveDocument => ({
  ...bare,
  form: 'paper',
  ...rest,
  key,
  folder,
  title,
  status: 'present',
});
const missing = (
  folder: ArchiveFolder,
  key: string,
  title: string,
  reason: string,
  rest: Rest = {},
): ArchiveDocument => ({ ...bare, form: null, ...rest, key, folder, title, status: 'missing', why: reason });
const notNeeded = (folder: ArchiveFolder, key: string, title: string, reason: string): ArchiveDocument => ({
  ...bare,
  form: null,
  key,
  folder,
  title,
  status: 'notNeeded',
  why: reason,
});

const labelOf = (dict: FixedDictionary, value: string): string =>
  fixedDictionaries[dict].find((entry) => entry.value === value)?.label ?? value;
const standing = (dict: FixedDictionary, value: string): string => why.state(labelOf(dict, value));

// Entity of the page where a document is edited. Every page that is not listed belongs to a laboratory record.
const pages = [
  ['/siteSample/siteSurvey/', 'siteSurvey'],
  ['/siteSample/samplePlan/', 'samplePlan'],
  ['/siteSample/eqpIn/', 'equipmentUse'],
  ['/siteSample/liveSample/', 'sample'],
  ['/siteSample/sampleFlow/', 'handOver'],
  ['/lab/incomingsample/', 'incomingSample'],
  ['/lab/nonconformity', 'nonconformity'],
  ['/projectAuditReview', 'approval'],
  ['/reportPreview', 'report'],
  ['/dataGovernance/reportFormula/', 'reportFormula'],
] as const;

/** Returns the permission that opening a document's page requires. */
export const permissionOfPage = (path: string): string =>
  permissionOf({ name: pages.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'labSheet' }, 'list');

const of = (path: string, { project }: ArchiveFacts): string => `${path}?belongProject=${project.id}`;

function uploads(facts: ArchiveFacts, kind: ArchiveUpload['of'], folder: ArchiveFolder): ArchiveDocument[] {
  return facts.uploads
    .filter((one) => one.of === kind)
    .map(({ id, title, about, file, gone }) => {
      const key = `${kind}-${id}`;
      return gone
        ? missing(folder, key, title, why.fileGone, { about, file })
        : present(folder, key, title, { about, file, form: 'file' });
    });
}

const orElse = (found: readonly ArchiveDocument[], other: ArchiveDocument): readonly ArchiveDocument[] =>
  found.length > 0 ? found : [other];

/**
 * Returns 现场影像 of an activity as a missing document where no picture was taken. Survey and sampling must be
 * photographed, and the pictures archived (GBZ 331-2024 5.2.3, 5.2.6; I.1 items 4 and 10).
 */
function pictures(facts: ArchiveFacts, activity: 'survey' | 'sampling'): ArchiveDocument[] {
  if (facts.uploads.some((one) => one.of === 'media' && one.kind === activity)) return [];
  const path = of('/siteSample/liveSample/condition/projectMedia', facts);
  const title = `${labelOf('sceneActivity', activity)}影像`;
  return [missing(activity, `pictures-${activity}`, title, why.noMedia, { path })];
}

function survey(facts: ArchiveFacts): readonly ArchiveDocument[] {
  const { incoming, stage } = facts.project;
  const title = paperTexts.titles.survey;
  if (incoming) return [notNeeded('survey', 'survey', title, why.incomingSurvey)];
  const over = facts.survey && stage !== 'survey' && closedBecause(stage, whileSurveying) === whileSurveying.late;
  const path = of('/siteSample/siteSurvey/details/page', facts);
  const paper = over
    ? present('survey', 'survey', title, { path })
    : missing('survey', 'survey', title, facts.survey ? why.openSurvey : why.noSurvey, { path });
  return [
    paper,
    ...orElse(
      uploads(facts, 'survey', 'survey'),
      missing('survey', 'surveyFiles', '调查附件', why.noSurveyFiles, { path }),
    ),
    ...pictures(facts, 'survey'),
  ];
}

function plan(facts: ArchiveFacts): ArchiveDocument {
  const { plan: found, project } = facts;
  const title = paperTexts.titles.plan;
  if (project.incoming) return notNeeded('plan', 'plan', title, why.incomingPlan);
  const path = of('/siteSample/samplePlan/details/page', facts);
  if (!found) return missing('plan', 'plan', title, why.noPlan, { path });
  return found.state === 'approved'
    ? present('plan', 'plan', title, { signed: { machine: 'samplePlan', row: found.id }, path })
    : missing('plan', 'plan', title, standing('planState', found.state), { path });
}

function equipment(facts: ArchiveFacts): ArchiveDocument {
  const { uses, samples, project } = facts;
  const name = ['equipment', 'equipment', titles.equipment] as const;
  if (project.incoming) return notNeeded(...name, why.incomingEquipment);
  const path = of('/siteSample/eqpIn/details/page', facts);
  const out = uses.filter(({ back }) => !back).length;
  if (out > 0) return missing(...name, why.notBack(out), { path });
  if (uses.length > 0) return present(...name, { path });
  return samples.some((sample) => sample.equipment !== null)
    ? missing(...name, why.lostEquipment, { path })
    : notNeeded(...name, why.noEquipment);
}

function sampling(facts: ArchiveFacts): readonly ArchiveDocument[] {
  if (facts.project.incoming) return [notNeeded('sampling', 'sampling', paperTexts.titles.sampling, why.incomingField)];
  const path = of('/siteSample/liveSample/condition/pageSampling', facts);
  const papers = samplingGroups(facts.samples as readonly SampleRow[]).map((group): ArchiveDocument => {
    const title = group.measured ? paperTexts.titles.measuring : paperTexts.titles.sampling;
    const rest = {
      no: facts.days.get(group.day) ?? null,
      about: `${group.hazardName}（${group.mode === 'personal' ? '个体' : '定点'}）`,
      path,
    };
    return isTaken(group)
      ? present('sampling', group.key, title, rest)
      : missing(
          'sampling',
          group.key,
          title,
          why.notTaken(group.samples.filter(({ state }) => state === 'planned').length),
          rest,
        );
  });
  return [
    ...orElse(papers, missing('sampling', 'sampling', paperTexts.titles.sampling, why.noSampling, { path })),
    ...orElse(
      uploads(facts, 'companion', 'sampling'),
      missing('sampling', 'companions', titles.companion, why.noCompanion, {
        path: of('/siteSample/liveSample/condition/projectSign', facts),
      }),
    ),
    ...uploads(facts, 'media', 'sampling'),
    ...pictures(facts, 'sampling'),
  ];
}

function handOver(facts: ArchiveFacts): readonly ArchiveDocument[] {
  const path = of('/siteSample/sampleFlow/details/page', facts);
  if (facts.project.incoming) {
    const title = paperTexts.titles.incoming;
    const left = facts.incoming.filter(({ state }) => state === 'registered').length;
    if (facts.incoming.length === 0) return [missing('handOver', 'incoming', title, why.noIncoming)];
    const brought = of('/lab/incomingsample/projectManage/index/sampleInfoPush', facts);
    return [
      left > 0
        ? missing('handOver', 'incoming', title, why.notReceived(left), { path: brought })
        : present('handOver', 'incoming', title, { about: `${facts.incoming.length}个样品`, path: brought }),
    ];
  }
  const title = paperTexts.titles.handOver;
  const sheets = facts.handOvers.map(({ id, sheetNo, state }): ArchiveDocument => {
    const rest = { no: sheetNo, path, signed: { machine: 'handOver', row: id } };
    // A refused sheet is part of the history only: its samples moved to another sheet.
    return state === 'received' || state === 'refused'
      ? present('handOver', `handOver-${id}`, title, {
          ...rest,
          why: state === 'refused' ? standing('handOverState', state) : null,
        })
      : missing('handOver', `handOver-${id}`, title, standing('handOverState', state), rest);
  });
  const groups = samplingGroups(facts.samples as readonly SampleRow[]);
  const measured = groups.length > 0 && groups.every((group) => group.measured);
  return orElse(
    sheets,
    measured
      ? notNeeded('handOver', 'handOver', title, why.allMeasured)
      : missing('handOver', 'handOver', title, why.noHandOver, { path }),
  );
}

function records(facts: ArchiveFacts): readonly ArchiveDocument[] {
  const sheets = facts.records.map(
    ({ id, sheetNo, hazardName, state, methodKind, variant, layout }): ArchiveDocument => {
      const route = methodRoutes.find(
        (one) => one.kind === 'detail' && one.method === methodKind && one.variant === variant,
      );
      const rest = {
        no: sheetNo,
        about: hazardName,
        signed: { machine: 'record', row: id },
        path: route ? `${of(route.path, facts)}&phyId=${id}` : null,
      };
      const { title } = layoutOf(sheetOf({ methodKind }), layout ?? undefined);
      return state === 'approved' || state === 'corrected'
        ? present('record', `record-${id}`, title, {
            ...rest,
            why: state === 'corrected' ? archiveTexts.replaced : null,
          })
        : missing('record', `record-${id}`, title, standing('recordState', state), rest);
    },
  );
  const lacking = facts.openTasks > 0 ? why.openTasks(facts.openTasks) : sheets.length === 0 ? why.noRecords : null;
  return lacking === null ? sheets : [...sheets, missing('record', 'records', '检测原始记录', lacking)];
}

/** Returns the missing raw data of each valid record, and the reason where a record needs none. */
function rawData({ records }: ArchiveFacts): ArchiveDocument[] {
  // The scan of a record from before the takeover already contains its raw data.
  const valid = records.filter(({ state, layout }) => state !== 'corrected' && layout !== broughtLayout.key);
  const lacking = valid.flatMap(({ id, sheetNo, hazardName, methodKind, techniques, attached = [] }) => {
    const raw = rawDataOf(methodKind, techniques);
    if (!raw || raw.kinds.some((kind) => attached.includes(kind))) return [];
    return [missing('attachment', `raw-${id}`, raw.title, why.noRaw, { no: sheetNo, about: hazardName })];
  });
  const bare = valid.filter(({ attached = [] }) => attached.length === 0);
  const reasons = new Set(bare.flatMap(({ methodKind, techniques }) => noRawReason(methodKind, techniques) ?? []));
  const without = [...reasons].map((reason, at) => {
    const of = bare.filter(({ methodKind, techniques }) => noRawReason(methodKind, techniques) === reason);
    const named = { about: of.map(({ sheetNo, hazardName }) => `${sheetNo}（${hazardName}）`).join('、') };
    return { ...notNeeded('attachment', `read-${at}`, titles.rawData, reason), ...named };
  });
  return [...lacking, ...without];
}

/**
 * Returns whether a document may be missing with a reason. This applies to documents that nobody can make afterwards,
 * such as original data and pictures, and to documents that the client did not provide. Any other missing document
 * prevents archiving.
 */
export const mayBeExplained = (key: string): boolean => /^(?:raw-\d+|pictures-\w+|surveyFiles)$/.test(key);

/** Adds the stated reason to a missing document, if there is one. The document still counts as missing. */
function withReason(document: ArchiveDocument, { reasons }: ArchiveFacts): ArchiveDocument {
  const given = document.status === 'missing' && mayBeExplained(document.key) ? reasons?.get(document.key) : undefined;
  return given
    ? { ...document, status: 'explained', why: why.explained(given.reason, given.person, given.on) }
    : document;
}

function curves(facts: ArchiveFacts): readonly ArchiveDocument[] {
  const found = facts.curves.map(({ id, curveNo, state }): ArchiveDocument => {
    const rest = { no: curveNo, signed: { machine: 'labCurve', row: id } };
    return state === 'approved' || state === 'retired'
      ? present('curve', `curve-${id}`, '标准曲线', rest)
      : missing('curve', `curve-${id}`, '标准曲线', standing('labCurveState', state), rest);
  });
  return orElse(found, notNeeded('curve', 'curves', '标准曲线', why.noCurves));
}

function quality({ records: sheets, nonconformities }: ArchiveFacts): ArchiveDocument[] {
  const open = nonconformities.filter(({ state }) => state !== 'closed').map(({ no }) => no);
  const filed = ['quality', 'nonconformity', titles.nonconformity] as const;
  const path = '/lab/nonconformity';
  return [
    sheets.length > 0
      ? present('quality', 'quality', titles.quality)
      : missing('quality', 'quality', titles.quality, why.noRecords),
    nonconformities.length === 0
      ? notNeeded(...filed, why.noNonconformities)
      : open.length > 0
        ? missing(...filed, why.openNonconformities(open.join('、')), { path })
        : present(...filed, { about: `${nonconformities.length}项`, path }),
  ];
}

const approvalPages = {
  'report/': '/projectAuditReviewNewPage/page',
  'records/': '/projectAuditReviewNewPage/pageSysjs',
  'report/incoming': '/projectAuditReviewNewPage/pageLyjc',
  'records/incoming': '/projectAuditReviewNewPage/pageLyjcSysjs',
} as const;

function approvals(facts: ArchiveFacts): ArchiveDocument[] {
  return (['records', 'report'] as const).flatMap((kind): readonly ArchiveDocument[] => {
    const label = labelOf('approvalKind', kind);
    const found = facts.approvals
      .filter((one) => one.kind === kind)
      .map(({ id, title, state, incoming }): ArchiveDocument => {
        const rest = {
          about: title,
          signed: { machine: 'approval', row: id },
          path: `${of(approvalPages[`${kind}/${incoming ? 'incoming' : ''}`], facts)}&id=${id}`,
        };
        return state === 'passed'
          ? present('approval', `approval-${id}`, label, rest)
          : missing('approval', `approval-${id}`, label, standing('approvalState', state), rest);
      });
    return orElse(found, missing('approval', `approval-${kind}`, label, why.noApproval(label)));
  });
}

const issued = new Set(['issued', 'published', 'corrected']);

function reports(facts: ArchiveFacts): readonly ArchiveDocument[] {
  const found = facts.reports.flatMap(({ id, reportNo, title, state, issuedOn }): ArchiveDocument[] => {
    const rest = {
      no: reportNo,
      about: title,
      signed: { machine: 'report', row: id },
      path: `${of('/reportPreviewNew', facts)}&report=${id}`,
    };
    if (issued.has(state) || (state === 'voided' && issuedOn !== null))
      return [
        present('report', `report-${id}`, '检测报告', {
          ...rest,
          form: 'report',
          why: state === 'corrected' ? archiveTexts.replaced : state === 'voided' ? archiveTexts.voided : null,
        }),
      ];
    // A voided draft was never a report.
    return state === 'voided'
      ? []
      : [missing('report', `report-${id}`, '检测报告', standing('reportState', state), rest)];
  });
  const counts = facts.reports.some(({ state }) => state === 'issued' || state === 'published');
  if (found.length === 0)
    return [missing('report', 'report', '检测报告', why.noReport, { path: of('/reportPreviewNew', facts) })];
  return counts || found.some(({ status }) => status === 'missing')
    ? found
    : [...found, missing('report', 'report', '检测报告', why.allVoided)];
}

/** Archive folder for the scan of work that was done before the takeover, by stage. */
const scanFolder: Readonly<Record<EarlierStage, ArchiveFolder>> = {
  contractReview: 'review',
  survey: 'survey',
  planning: 'plan',
  sampling: 'sampling',
  handOver: 'handOver',
  testing: 'record',
};

/**
 * Puts the scans of a job that was taken over into the folders of their work. The scans contain the documents of that
 * work, so these documents are not required.
 */
function withScans(documents: readonly ArchiveDocument[], facts: ArchiveFacts): readonly ArchiveDocument[] {
  const brought = facts.uploads.filter((one) => one.of === 'brought');
  if (!brought.length) return documents;
  const folderOf = (kind: string | null): ArchiveFolder => scanFolder[kind as EarlierStage];
  const inScan = new Set(brought.map(({ kind }) => folderOf(kind)));
  const asked = (document: ArchiveDocument): ArchiveDocument =>
    document.status === 'missing' &&
    (inScan.has(document.folder) || (inScan.has('record') && document.key === 'approval-records'))
      ? { ...document, status: 'notNeeded', why: takeOverTexts.inScan }
      : document;
  return archiveFolderOrder.flatMap((folder) => [
    ...uploads({ ...facts, uploads: brought.filter(({ kind }) => folderOf(kind) === folder) }, 'brought', folder),
    ...documents.filter((document) => document.folder === folder).map(asked),
  ]);
}

/**
 * Compiles the checklist of a project's archive in the order of the work: each document is present, missing or not
 * needed, with the reason. For a closed archive the requirements of its closing day apply.
 */
export function documentsOf(facts: ArchiveFacts): ArchiveDocument[] {
  const documents = [
    facts.reviewed
      ? present('review', 'review', titles.review)
      : missing('review', 'review', titles.review, why.noReview),
    ...survey(facts),
    plan(facts),
    equipment(facts),
    ...sampling(facts),
    ...handOver(facts),
    ...records(facts),
    ...curves(facts),
    ...orElse(
      [...uploads(facts, 'laboratory', 'attachment'), ...rawData(facts)],
      notNeeded('attachment', 'attachments', '检测附件', why.noAttachments),
    ),
    ...quality(facts),
    ...approvals(facts),
    ...reports(facts),
    ...orElse(
      facts.notices
        .filter(({ status }) => status !== '0')
        .map(({ id, title, status }) =>
          present('notice', `notice-${id}`, titles.notice, {
            about: title,
            why: status === '2' ? '已撤回' : null,
            path: `/dataGovernance/reportFormula/index/page/detail?id=${id}`,
          }),
        ),
      notNeeded('notice', 'notice', titles.notice, why.publicAfterArchiving),
    ),
    ...orElse(uploads(facts, 'outside', 'outside'), notNeeded('outside', 'outsides', '外来文件', why.noneOutside)),
  ];
  const told = withScans(documents, facts).map((document) => withReason(document, facts));
  return facts.archived ? asClosed(told, facts.archived) : told;
}

/** Formats the name of a document. */
export const documentName = ({ title, no, about }: Pick<ArchiveDocument, 'title' | 'no' | 'about'>): string =>
  `“${[title, no ?? about].filter(Boolean).join(' ')}”`;

/** Counts the needed documents, and how many of them are present. */
export function countOf(documents: readonly Pick<ArchiveDocument, 'status'>[]): { present: number; needed: number } {
  const there = documents.filter(({ status }) => status === 'present').length;
  return { present: there, needed: there + documents.filter(({ status }) => status === 'missing').length };
}
