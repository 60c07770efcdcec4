import { client } from '@/api/client';
import type { OwnCertificate } from '@contract/features/reports/certificates/certificateTexts';
import { signingCertificate } from '@contract/features/reports/entities/signingCertificate';
import type { Answer } from '@contract/wire';

const { path } = signingCertificate;

/** Creates a certificate for the organization. Returns the server's message. */
export const makeCertificate = async (): Promise<string> => (await client.post<Answer>(`${path}/make`)).data.message;

/** Uploads the organization's certificate: the file as base64 with its password. */
export const loadCertificate = async (file: string, password: string): Promise<string> =>
  (await client.post<Answer>(`${path}/load`, { file, password }, { quiet: true })).data.message;

export const revokeCertificate = async (id: number, reason: string): Promise<string> =>
  (await client.put<Answer>(`${path}/revoke`, { id, reason })).data.message;

export const fetchOwnCertificate = async (signal: AbortSignal): Promise<OwnCertificate> =>
  (await client.get<OwnCertificate>(`${path}/own`, { signal })).data;

/** Accepts the agreement and requests the person's own certificate. */
export const applyForCertificate = async (agreement: string, password: string): Promise<string> =>
  (await client.post<Answer>(`${path}/own`, { agreement, password }, { quiet: true })).data.message;
