import type { AnyRow } from '@contract/entity';
import { approval } from '@contract/entities/report/approval';
import { report } from '@contract/entities/report/report';
import type { ReportView } from '@contract/report/reportContent';
import type { Answer } from '@contract/wire';
import { acceptAnswer } from '@/api/answer';
import { client } from '@/api/client';

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

export async function beginReport(project: number, idempotencyKey: string): Promise<AnyRow> {
  const { data } = await client.post<Answer<AnyRow>>(`${report.path}/start`, { project }, { idempotencyKey });
  return acceptAnswer(data) as AnyRow;
}

export const submitApproval = (project: number, kind: 'records' | 'report', password: string, idempotencyKey: string): Promise<string> =>
  said(client.post<Answer<unknown>>(`${approval.path}/submit`, { project, kind, password }, { idempotencyKey, quiet: ({ code, errors }) => code === 'wrongPassword' || Boolean(errors?.length) }));
export const correctReport = (id: number, reason: string, idempotencyKey: string): Promise<string> => said(client.post<Answer<unknown>>(`${report.path}/correct`, { id, reason }, { idempotencyKey }));
export const voidReport = (id: number, reason: string, idempotencyKey: string): Promise<string> => said(client.put<Answer<unknown>>(`${report.path}/void`, { id, reason }, { idempotencyKey }));
