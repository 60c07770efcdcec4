import type { Row } from '@contract/entity';
import type { declaration } from '../entities/declaration';
import type { declarationRow } from '../entities/declarationRow';

export type DeclarationVersion = Row<typeof declaration> & {
  readonly rows: readonly Row<typeof declarationRow>[];
  readonly sourceProjectName?: string | null;
};

/** Answer of `GET api/declaration/of/:unit`: every version, newest first. */
export interface DeclarationView {
  readonly unit: { readonly id: number; readonly unitName: string };
  readonly versions: readonly DeclarationVersion[];
  /** Number of the project whose survey can fill the declaration; null where there is none. */
  readonly surveyedProjectNo: string | null;
}
