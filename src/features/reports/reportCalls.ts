import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import type { AnyRow } from '@contract/entity';
import type {
  PublicationAsked,
  PublicationPreview,
  PublicationProposal,
} from '@contract/features/publicity/publication';
import { approval } from '@contract/features/reports/entities/approval';
import { report } from '@contract/features/reports/entities/report';
import type { DecidedLine } from '@contract/features/reports/judgement/openLines';
import type { ReportView } from '@contract/features/reports/reportContent';
import type { Answer } from '@contract/wire';
import type { AsSeen } from '@contract/workflow/signing';

export async function fetchReportOf(project: number, signal?: AbortSignal): Promise<number | null> {
  return (await client.get<{ id: number | null }>(`${report.path}/of/${project}`, { signal, quiet: true })).data.id;
}

export async function fetchReportView(id: number, signal?: AbortSignal): Promise<ReportView> {
  return (await client.get<ReportView>(`${report.path}/content/${id}`, { signal, quiet: true })).data;
}

async function said(coming: Promise<{ data: Answer<unknown> }>): Promise<string> {
  const { data } = await coming;
  acceptAnswer(data);
  return data.message;
}

export async function beginReport(project: number): Promise<AnyRow> {
  const { data } = await client.post<Answer<AnyRow>>(`${report.path}/start`, { project }, { once: true });
  return acceptAnswer(data) as AnyRow;
}

export const submitApproval = (
  /** `version`: displayed version of the project for its records, of the report for the report. */
  asked: {
    readonly project: number;
    readonly kind: 'records' | 'report';
    readonly version: number;
    readonly asSeen: AsSeen;
  },
  password: string,
  idempotencyKey: string,
): Promise<string> =>
  said(
    client.post<Answer<unknown>>(
      `${approval.path}/submit`,
      { ...asked, password },
      { idempotencyKey, quiet: ({ code, errors }) => code === 'wrongPassword' || Boolean(errors?.length) },
    ),
  );
export const correctReport = (id: number, reason: string, idempotencyKey: string): Promise<string> =>
  said(client.post<Answer<unknown>>(`${report.path}/correct`, { id, reason }, { idempotencyKey }));
export const voidReport = (id: number, reason: string, idempotencyKey: string): Promise<string> =>
  said(client.put<Answer<unknown>>(`${report.path}/void`, { id, reason }, { idempotencyKey }));

export const decideLines = (id: number, lines: readonly DecidedLine[]): Promise<string> =>
  said(client.put<Answer<unknown>>(`${report.path}/decide`, { id, lines }, { once: true }));

export async function fetchPublication(id: number, signal?: AbortSignal): Promise<PublicationProposal> {
  return (await client.get<PublicationProposal>(`${report.path}/publication/${id}`, { signal, quiet: true })).data;
}

export async function previewPublication(asked: PublicationAsked, signal?: AbortSignal): Promise<PublicationPreview> {
  return (await client.post<PublicationPreview>(`${report.path}/publicationPreview`, asked, { signal, quiet: true }))
    .data;
}

/** Returns the public copy of the report. */
export async function fetchPublicCopy(asked: PublicationAsked): Promise<Blob> {
  return (await client.post<Blob>(`${report.path}/publicationCopy`, asked, { responseType: 'blob' })).data;
}

export const publishReport = (asked: PublicationAsked, idempotencyKey: string): Promise<string> =>
  said(
    client.put<Answer<unknown>>(`${report.path}/publish`, asked, {
      idempotencyKey,
      quiet: ({ errors }) => Boolean(errors?.length),
    }),
  );
export const withdrawReport = (id: number, reason: string, idempotencyKey: string): Promise<string> =>
  said(client.put<Answer<unknown>>(`${report.path}/withdraw`, { id, reason }, { idempotencyKey }));
