import type { Row } from '@contract/entity';
import type { declaration } from '../entities/declaration';
import type { declarationRow } from '../entities/declarationRow';

export type DeclarationVersion = Row<typeof declaration> & {
  readonly rows: readonly Row<typeof declarationRow>[];
  readonly sourceProjectName?: string | null;
};

/** `GET api/declaration/of/:unit`: every version, the newest first. */
export interface DeclarationView {
  readonly unit: { readonly id: number; readonly unitName: string };
  readonly versions: readonly DeclarationVersion[];
  /** Whether there is a survey to fill from, by the project's number. */
  readonly surveyed: string | null;
}
