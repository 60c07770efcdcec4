import { fixedDictionaries, type FixedDictionary } from '@contract/dictionaries';
import { isTaken, samplingGroups } from '@contract/features/fieldwork/samples/samplingGroups';
import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { rawDataExemption, requiredRawData } from '@contract/features/laboratory/methods/rawDataNeeds';
import { layoutOf } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { scannedRecordLayout } from '@contract/features/laboratory/methods/sheets/scannedRecord';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { notEditableReason, surveyStages } from '@contract/features/projects/editableStages';
import { permissionOf } from '@contract/permissions';
import { paperTexts } from '@contract/print/paperTexts';
import type { ArchiveFacts } from './archiveFacts';
import { archiveTexts } from './archiveTexts';
import type { ArchiveDocument } from './archiveWire';
import { missingDocument, notNeeded, presentDocument } from './checklistDocuments';
import { documentsAtClosing } from './documentsAtClosing';
import { uploadDocuments, withScans } from './uploadDocuments';

const { why, titles } = archiveTexts;

const labelOf = (dict: FixedDictionary, value: string): string =>
  fixedDictionaries[dict].find((entry) => entry.value === value)?.label ?? value;
const stateReason = (dict: FixedDictionary, value: string): string => why.state(labelOf(dict, value));

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

const pagePath = (path: string, { project }: ArchiveFacts): string => `${path}?belongProject=${project.id}`;

const orElse = (documents: readonly ArchiveDocument[], fallbackDocument: ArchiveDocument): readonly ArchiveDocument[] =>
  documents.length > 0 ? documents : [fallbackDocument];

/**
 * Returns 现场影像 of an activity as a missing document where no picture was taken. Survey and sampling must be
 * photographed, and the pictures archived (GBZ 331-2024 5.2.3, 5.2.6; I.1 items 4 and 10).
 */
function pictureDocuments(archiveFacts: ArchiveFacts, activity: 'survey' | 'sampling'): ArchiveDocument[] {
  if (archiveFacts.uploads.some((upload) => upload.of === 'media' && upload.kind === activity)) return [];
  const path = pagePath('/siteSample/liveSample/condition/projectMedia', archiveFacts);
  const title = `${labelOf('sceneActivity', activity)}影像`;
  return [missingDocument(activity, `pictures-${activity}`, title, why.noMedia, { path })];
}

function surveyDocuments(archiveFacts: ArchiveFacts): readonly ArchiveDocument[] {
  const { incoming, stage } = archiveFacts.project;
  const title = paperTexts.titles.survey;
  if (incoming) return [notNeeded('survey', 'survey', title, why.incomingSurvey)];
  const surveyEnded =
    archiveFacts.survey && stage !== 'survey' && notEditableReason(stage, surveyStages) === surveyStages.late;
  const path = pagePath('/siteSample/siteSurvey/details/page', archiveFacts);
  const paper = surveyEnded
    ? presentDocument('survey', 'survey', title, { path })
    : missingDocument('survey', 'survey', title, archiveFacts.survey ? why.openSurvey : why.noSurvey, { path });
  return [
    paper,
    ...orElse(
      uploadDocuments(archiveFacts, 'survey', 'survey'),
      missingDocument('survey', 'surveyFiles', '调查附件', why.noSurveyFiles, { path }),
    ),
    ...pictureDocuments(archiveFacts, 'survey'),
  ];
}

function planDocument(archiveFacts: ArchiveFacts): ArchiveDocument {
  const { plan: samplePlan, project } = archiveFacts;
  const title = paperTexts.titles.plan;
  if (project.incoming) return notNeeded('plan', 'plan', title, why.incomingPlan);
  const path = pagePath('/siteSample/samplePlan/details/page', archiveFacts);
  if (!samplePlan) return missingDocument('plan', 'plan', title, why.noPlan, { path });
  return samplePlan.state === 'approved'
    ? presentDocument('plan', 'plan', title, { signed: { machine: 'samplePlan', row: samplePlan.id }, path })
    : missingDocument('plan', 'plan', title, stateReason('planState', samplePlan.state), { path });
}

function equipmentDocument(archiveFacts: ArchiveFacts): ArchiveDocument {
  const { uses, samples, project } = archiveFacts;
  const name = ['equipment', 'equipment', titles.equipment] as const;
  if (project.incoming) return notNeeded(...name, why.incomingEquipment);
  const path = pagePath('/siteSample/eqpIn/details/page', archiveFacts);
  const outstandingCount = uses.filter(({ back }) => !back).length;
  if (outstandingCount > 0) return missingDocument(...name, why.notBack(outstandingCount), { path });
  if (uses.length > 0) return presentDocument(...name, { path });
  return samples.some((sample) => sample.equipment !== null)
    ? missingDocument(...name, why.lostEquipment, { path })
    : notNeeded(...name, why.noEquipment);
}

function samplingDocuments(archiveFacts: ArchiveFacts): readonly ArchiveDocument[] {
  if (archiveFacts.project.incoming)
    return [notNeeded('sampling', 'sampling', paperTexts.titles.sampling, why.incomingField)];
  const path = pagePath('/siteSample/liveSample/condition/pageSampling', archiveFacts);
  const papers = samplingGroups(archiveFacts.samples as readonly SampleRow[]).map((samplingGroup): ArchiveDocument => {
    const title = samplingGroup.measured ? paperTexts.titles.measuring : paperTexts.titles.sampling;
    const optionalFields = {
      no: archiveFacts.days.get(samplingGroup.day) ?? null,
      about: `${samplingGroup.hazardName}（${samplingGroup.mode === 'personal' ? '个体' : '定点'}）`,
      path,
    };
    return isTaken(samplingGroup)
      ? presentDocument('sampling', samplingGroup.key, title, optionalFields)
      : missingDocument(
          'sampling',
          samplingGroup.key,
          title,
          why.notTaken(samplingGroup.samples.filter(({ state }) => state === 'planned').length),
          optionalFields,
        );
  });
  return [
    ...orElse(papers, missingDocument('sampling', 'sampling', paperTexts.titles.sampling, why.noSampling, { path })),
    ...orElse(
      uploadDocuments(archiveFacts, 'companion', 'sampling'),
      missingDocument('sampling', 'companions', titles.companion, why.noCompanion, {
        path: pagePath('/siteSample/liveSample/condition/projectSign', archiveFacts),
      }),
    ),
    ...uploadDocuments(archiveFacts, 'media', 'sampling'),
    ...pictureDocuments(archiveFacts, 'sampling'),
  ];
}

function handOver(archiveFacts: ArchiveFacts): readonly ArchiveDocument[] {
  const path = pagePath('/siteSample/sampleFlow/details/page', archiveFacts);
  if (archiveFacts.project.incoming) {
    const title = paperTexts.titles.incoming;
    const unreceivedCount = archiveFacts.incoming.filter(({ state }) => state === 'registered').length;
    if (archiveFacts.incoming.length === 0) return [missingDocument('handOver', 'incoming', title, why.noIncoming)];
    const incomingPath = pagePath('/lab/incomingsample/projectManage/index/sampleInfoPush', archiveFacts);
    return [
      unreceivedCount > 0
        ? missingDocument('handOver', 'incoming', title, why.notReceived(unreceivedCount), { path: incomingPath })
        : presentDocument('handOver', 'incoming', title, {
            about: `${archiveFacts.incoming.length}个样品`,
            path: incomingPath,
          }),
    ];
  }
  const title = paperTexts.titles.handOver;
  const sheets = archiveFacts.handOvers.map(({ id, sheetNo, state }): ArchiveDocument => {
    const optionalFields = { no: sheetNo, path, signed: { machine: 'handOver', row: id } };
    // A refused sheet is part of the history only: its samples moved to another sheet.
    return state === 'received' || state === 'refused'
      ? presentDocument('handOver', `handOver-${id}`, title, {
          ...optionalFields,
          why: state === 'refused' ? stateReason('handOverState', state) : null,
        })
      : missingDocument('handOver', `handOver-${id}`, title, stateReason('handOverState', state), optionalFields);
  });
  const groups = samplingGroups(archiveFacts.samples as readonly SampleRow[]);
  const allMeasured = groups.length > 0 && groups.every((group) => group.measured);
  return orElse(
    sheets,
    allMeasured
      ? notNeeded('handOver', 'handOver', title, why.allMeasured)
      : missingDocument('handOver', 'handOver', title, why.noHandOver, { path }),
  );
}

function recordDocuments(archiveFacts: ArchiveFacts): readonly ArchiveDocument[] {
  const sheets = archiveFacts.records.map(
    ({ id, sheetNo, hazardName, state, methodKind, variant, layout }): ArchiveDocument => {
      const route = methodRoutes.find(
        (candidate) => candidate.kind === 'detail' && candidate.method === methodKind && candidate.variant === variant,
      );
      const optionalFields = {
        no: sheetNo,
        about: hazardName,
        signed: { machine: 'record', row: id },
        path: route ? `${pagePath(route.path, archiveFacts)}&phyId=${id}` : null,
      };
      const { title } = layoutOf(sheetOf({ methodKind }), layout ?? undefined);
      return state === 'approved' || state === 'corrected'
        ? presentDocument('record', `record-${id}`, title, {
            ...optionalFields,
            why: state === 'corrected' ? archiveTexts.replaced : null,
          })
        : missingDocument('record', `record-${id}`, title, stateReason('recordState', state), optionalFields);
    },
  );
  const missingReason =
    archiveFacts.openTasks > 0 ? why.openTasks(archiveFacts.openTasks) : sheets.length === 0 ? why.noRecords : null;
  return missingReason === null
    ? sheets
    : [...sheets, missingDocument('record', 'records', '检测原始记录', missingReason)];
}

/** Returns the missing raw data of each valid record, and the reason where a record needs none. */
function rawData({ records }: ArchiveFacts): ArchiveDocument[] {
  // The scan of a record from before the takeover already contains its raw data.
  const valid = records.filter(({ state, layout }) => state !== 'corrected' && layout !== scannedRecordLayout.key);
  const missingAttachments = valid.flatMap(({ id, sheetNo, hazardName, methodKind, techniques, attached = [] }) => {
    const raw = requiredRawData(methodKind, techniques);
    if (!raw || raw.kinds.some((kind) => attached.includes(kind))) return [];
    return [missingDocument('attachment', `raw-${id}`, raw.title, why.noRaw, { no: sheetNo, about: hazardName })];
  });
  const withoutAttachment = valid.filter(({ attached = [] }) => attached.length === 0);
  const reasons = new Set(
    withoutAttachment.flatMap(({ methodKind, techniques }) => rawDataExemption(methodKind, techniques) ?? []),
  );
  const notNeededDocuments = [...reasons].map((reason, index) => {
    const sheetsOfReason = withoutAttachment.filter(
      ({ methodKind, techniques }) => rawDataExemption(methodKind, techniques) === reason,
    );
    const aboutField = {
      about: sheetsOfReason.map(({ sheetNo, hazardName }) => `${sheetNo}（${hazardName}）`).join('、'),
    };
    return { ...notNeeded('attachment', `read-${index}`, titles.rawData, reason), ...aboutField };
  });
  return [...missingAttachments, ...notNeededDocuments];
}

/**
 * Returns whether a document may be missing with a reason. This applies to documents that nobody can make afterwards,
 * such as original data and pictures, and to documents that the client did not provide. Any other missing document
 * prevents archiving.
 */
export const mayBeExplained = (key: string): boolean => /^(?:raw-\d+|pictures-\w+|surveyFiles)$/.test(key);

/** Adds the stated reason to a missing document, if there is one. The document still counts as missing. */
function withReason(document: ArchiveDocument, { reasons }: ArchiveFacts): ArchiveDocument {
  const explanation =
    document.status === 'missing' && mayBeExplained(document.key) ? reasons?.get(document.key) : undefined;
  return explanation
    ? { ...document, status: 'explained', why: why.explained(explanation.reason, explanation.person, explanation.on) }
    : document;
}

function curveDocuments(archiveFacts: ArchiveFacts): readonly ArchiveDocument[] {
  const documents = archiveFacts.curves.map(({ id, curveNo, state }): ArchiveDocument => {
    const optionalFields = { no: curveNo, signed: { machine: 'labCurve', row: id } };
    return state === 'approved' || state === 'retired'
      ? presentDocument('curve', `curve-${id}`, '标准曲线', optionalFields)
      : missingDocument('curve', `curve-${id}`, '标准曲线', stateReason('labCurveState', state), optionalFields);
  });
  return orElse(documents, notNeeded('curve', 'curves', '标准曲线', why.noCurves));
}

function qualityDocuments({ records: sheets, nonconformities }: ArchiveFacts): ArchiveDocument[] {
  const openNumbers = nonconformities.filter(({ state }) => state !== 'closed').map(({ no }) => no);
  const filed = ['quality', 'nonconformity', titles.nonconformity] as const;
  const path = '/lab/nonconformity';
  return [
    sheets.length > 0
      ? presentDocument('quality', 'quality', titles.quality)
      : missingDocument('quality', 'quality', titles.quality, why.noRecords),
    nonconformities.length === 0
      ? notNeeded(...filed, why.noNonconformities)
      : openNumbers.length > 0
        ? missingDocument(...filed, why.openNonconformities(openNumbers.join('、')), { path })
        : presentDocument(...filed, { about: `${nonconformities.length}项`, path }),
  ];
}

const approvalPages = {
  'report/': '/projectAuditReviewNewPage/page',
  'records/': '/projectAuditReviewNewPage/pageSysjs',
  'report/incoming': '/projectAuditReviewNewPage/pageLyjc',
  'records/incoming': '/projectAuditReviewNewPage/pageLyjcSysjs',
} as const;

function approvalDocuments(archiveFacts: ArchiveFacts): ArchiveDocument[] {
  return (['records', 'report'] as const).flatMap((kind): readonly ArchiveDocument[] => {
    const label = labelOf('approvalKind', kind);
    const documents = archiveFacts.approvals
      .filter((approval) => approval.kind === kind)
      .map(({ id, title, state, incoming }): ArchiveDocument => {
        const optionalFields = {
          about: title,
          signed: { machine: 'approval', row: id },
          path: `${pagePath(approvalPages[`${kind}/${incoming ? 'incoming' : ''}`], archiveFacts)}&id=${id}`,
        };
        return state === 'passed'
          ? presentDocument('approval', `approval-${id}`, label, optionalFields)
          : missingDocument('approval', `approval-${id}`, label, stateReason('approvalState', state), optionalFields);
      });
    return orElse(documents, missingDocument('approval', `approval-${kind}`, label, why.noApproval(label)));
  });
}

const issuedStates = new Set(['issued', 'published', 'corrected']);

function reportDocuments(archiveFacts: ArchiveFacts): readonly ArchiveDocument[] {
  const documents = archiveFacts.reports.flatMap(({ id, reportNo, title, state, issuedOn }): ArchiveDocument[] => {
    const optionalFields = {
      no: reportNo,
      about: title,
      signed: { machine: 'report', row: id },
      path: `${pagePath('/reportPreviewNew', archiveFacts)}&report=${id}`,
    };
    if (issuedStates.has(state) || (state === 'voided' && issuedOn !== null))
      return [
        presentDocument('report', `report-${id}`, '检测报告', {
          ...optionalFields,
          form: 'report',
          why: state === 'corrected' ? archiveTexts.replaced : state === 'voided' ? archiveTexts.voided : null,
        }),
      ];
    // A voided draft was never a report.
    return state === 'voided'
      ? []
      : [missingDocument('report', `report-${id}`, '检测报告', stateReason('reportState', state), optionalFields)];
  });
  const counts = archiveFacts.reports.some(({ state }) => state === 'issued' || state === 'published');
  if (documents.length === 0)
    return [
      missingDocument('report', 'report', '检测报告', why.noReport, {
        path: pagePath('/reportPreviewNew', archiveFacts),
      }),
    ];
  return counts || documents.some(({ status }) => status === 'missing')
    ? documents
    : [...documents, missingDocument('report', 'report', '检测报告', why.allVoided)];
}

/**
 * Compiles the checklist of a project's archive in the order of the work: each document is present, missing or not
 * needed, with the reason. For a closed archive the requirements of its closing day apply.
 */
export function archiveChecklist(archiveFacts: ArchiveFacts): ArchiveDocument[] {
  const documents = [
    archiveFacts.reviewed
      ? presentDocument('review', 'review', titles.review)
      : missingDocument('review', 'review', titles.review, why.noReview),
    ...surveyDocuments(archiveFacts),
    planDocument(archiveFacts),
    equipmentDocument(archiveFacts),
    ...samplingDocuments(archiveFacts),
    ...handOver(archiveFacts),
    ...recordDocuments(archiveFacts),
    ...curveDocuments(archiveFacts),
    ...orElse(
      [...uploadDocuments(archiveFacts, 'laboratory', 'attachment'), ...rawData(archiveFacts)],
      notNeeded('attachment', 'attachments', '检测附件', why.noAttachments),
    ),
    ...qualityDocuments(archiveFacts),
    ...approvalDocuments(archiveFacts),
    ...reportDocuments(archiveFacts),
    ...orElse(
      archiveFacts.notices
        .filter(({ status }) => status !== '0')
        .map(({ id, title, status }) =>
          presentDocument('notice', `notice-${id}`, titles.notice, {
            about: title,
            why: status === '2' ? '已撤回' : null,
            path: `/dataGovernance/reportFormula/index/page/detail?id=${id}`,
          }),
        ),
      notNeeded('notice', 'notice', titles.notice, why.publicAfterArchiving),
    ),
    ...orElse(
      uploadDocuments(archiveFacts, 'outside', 'outside'),
      notNeeded('outside', 'outsides', '外来文件', why.noneOutside),
    ),
  ];
  const explainedDocuments = withScans(documents, archiveFacts).map((document) => withReason(document, archiveFacts));
  return archiveFacts.archived ? documentsAtClosing(explainedDocuments, archiveFacts.archived) : explainedDocuments;
}

/** Formats the name of a document. */
export const documentName = ({ title, no, about }: Pick<ArchiveDocument, 'title' | 'no' | 'about'>): string =>
  `“${[title, no ?? about].filter(Boolean).join(' ')}”`;

/** Counts the needed documents, and how many of them are present. */
export function documentCounts(documents: readonly Pick<ArchiveDocument, 'status'>[]): {
  present: number;
  needed: number;
} {
  const presentCount = documents.filter(({ status }) => status === 'present').length;
  return {
    present: presentCount,
    needed: presentCount + documents.filter(({ status }) => status === 'missing').length,
  };
}
