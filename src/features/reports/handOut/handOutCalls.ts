import { client } from '@/api/client';
import { reportHandOut } from '@contract/features/reports/entities/reportHandOut';

/** Returns the address of the page for signing the receipt of a hand-out. */
export const fetchReceiptHref = async (id: number): Promise<string> =>
  `${window.location.origin}${(await client.get<{ path: string }>(`${reportHandOut.path}/receipt/${id}`)).data.path}`;
