import { archiveTexts } from '@contract/archive/archiveTexts';
import { whileFiling } from '@contract/archive/retention';
import type { Policy } from '../../crud/policy';
import type { Registry } from '../../crud/resource';
import { conflict } from '../../http/errors';
import { projectPart } from '../../projects/part';
import { projectOf } from '../../projects/stage';

/** Files from outside: brought at any time, and taken away again only before the project was archived. What is added afterwards is marked by its day. */
export const archiveFilePolicy = (registry: () => Registry): Policy =>
  projectPart(registry, whileFiling, {
    without: ['edit', 'import'],
    async assertOpen(row, { tx, call }) {
      const { archivedOn } = await projectOf(tx, registry(), call, Number(row.project));
      if (archivedOn !== null) throw conflict(archiveTexts.fileStays, 'locked');
    },
  });
