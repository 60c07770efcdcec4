import type { Answer, OrganizationBrief } from '@contract/wire';
import { client } from './client';

/** What dresses the shells (SPEC §3, settings that come from the server). Images are paths that anyone may open. */
export interface Brand {
  readonly title: string;
  /** Stands before the title: what the organisation is called for short. */
  readonly titlePre: string | null;
  /** Where there is no room for the title. */
  readonly shortTitle: string | null;
  /** `#rrggbb`, for who has chosen no colour. */
  readonly theme: string | null;
  readonly logoUrl: string | null;
  readonly loginLogo: string | null;
  readonly favicon: string | null;
  readonly footerTxt: string | null;
  readonly caseNumber: string | null;
  /** Whether a manual is offered (SPEC §8). */
  readonly help: boolean;
  readonly organization: OrganizationBrief | null;
}

/** Undefined where the server has none; nobody needs to be told. */
export async function fetchBrand(): Promise<Brand | undefined> {
  try {
    return (await client.get<Answer<Brand>>('api/familyBucket/getFamilyBucket', { quiet: true })).data.body;
  } catch {
    return undefined;
  }
}
