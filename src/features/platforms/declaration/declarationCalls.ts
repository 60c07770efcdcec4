import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { download, downloadName } from '@/api/download';
import type { DeclarationView } from '@contract/features/platforms/declaration/declarationWire';
import { declaration } from '@contract/features/platforms/entities/declaration';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Answer } from '@contract/wire';

const { path } = declaration;

export const declarationKey = ['list', path] as const;

/** Returns the address of a unit's declarations (SPEC §2). */
export const declarationAddress = (unitId: number, year: number | null): string =>
  `/dataGovernance/enterpriseDeclaration/declarationShow/pageDeclaration?${new URLSearchParams({ belongInspect: String(unitId), ...(year ? { createYear: String(year) } : {}) }).toString()}`;

export async function fetchDeclarations(unitId: number, signal?: AbortSignal): Promise<DeclarationView> {
  return (await client.get<DeclarationView>(`${path}/of/${unitId}`, { signal, quiet: true })).data;
}

export async function fetchDeclarationPaper(id: number, signal?: AbortSignal): Promise<PrintDocument> {
  return (await client.get<PrintDocument>(`${path}/paper/${id}`, { signal, quiet: true })).data;
}

export const downloadDeclaration = (id: number, name: string): Promise<void> =>
  download(`${path}/pdf/${id}`, {}, downloadName(name, 'pdf'));

async function messageOf(response: Promise<{ data: Answer<unknown> }>): Promise<string> {
  const { data } = await response;
  acceptAnswer(data);
  return data.message;
}

export const startDeclaration = (unitId: number, year: number, idempotencyKey: string): Promise<string> =>
  messageOf(
    client.post<Answer<{ id: number }>>(`${path}/start`, { unit: unitId, year }, { idempotencyKey, quiet: () => true }),
  );
export const registerReceipt = (id: number, receiptNo: string): Promise<string> =>
  messageOf(client.put<Answer>(`${path}/receipt`, { id, receiptNo }, { quiet: () => true }));
export const changeDeclaration = (
  change: { id: number; year: number; reason: string; refill: boolean },
  idempotencyKey: string,
): Promise<string> =>
  messageOf(client.post<Answer<{ id: number }>>(`${path}/change`, change, { idempotencyKey, quiet: () => true }));
