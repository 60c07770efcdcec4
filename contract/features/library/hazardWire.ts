import type { LimitPresence } from '@contract/arithmetic/limits/limitVersions';

/** Answer of `GET api/hazard/about/:id`: what the library knows of a hazard on a day. */
export interface HazardAbout {
  readonly presence: LimitPresence;
  /** 生物接触限值 of the day, shown and never judged. */
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
  /** Methods that measure the hazard and are in force that day. */
  readonly methods: readonly {
    readonly id: number;
    readonly title: string;
    readonly standardNo: string;
    /** The organization's own or the library's detection limit and least quantifiable concentration. */
    readonly minQuantConc: string | null;
    readonly own: boolean;
  }[];
  /** Why no national method measures it. */
  readonly noMethod: string | null;
}
