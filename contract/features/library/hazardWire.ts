import type { LimitPresence } from '@contract/arithmetic/limits/limitVersions';

/** Answer of `GET api/hazard/about/:id`: data of the library about a hazard on a day. */
export interface HazardAbout {
  readonly presence: LimitPresence;
  /** 生物接触限值 of the day, which are shown and never judged. */
  readonly biological: readonly {
    readonly id: number;
    readonly indexName: string;
    readonly value: string;
    readonly unit: string;
    readonly otherValue: string | null;
    readonly otherUnit: string | null;
    readonly samplingTime: string;
    readonly standard: string;
    readonly clause: string | null;
  }[];
  /** Published lists that name the hazard. */
  readonly listings: readonly { readonly id: number; readonly list: string; readonly number: string | null }[];
  /** Methods that measure the hazard and are in force on that day. */
  readonly methods: readonly {
    readonly id: number;
    readonly title: string;
    readonly standardNo: string;
    /** Detection limit and minimum quantifiable concentration, of the organization or of the library. */
    readonly minQuantConc: string | null;
    readonly isOwnLimit: boolean;
  }[];
  /** Reason why no national method measures the hazard. */
  readonly noMethod: string | null;
}
