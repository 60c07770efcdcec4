import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { whileFiling } from '@contract/features/archive/whileFiling';
import type { Policy } from '@server/crud/policy';
import type { Registry } from '@server/crud/resource';
import { projectPart } from '@server/features/projects/part';
import { projectOf } from '@server/features/projects/stage';
import { conflict } from '@server/http/errors';

/**
 * Files from outside: brought at any time, and taken away again only before the project was archived. What is added
 * afterwards is marked by its day.
 */
export const archiveFilePolicy = (registry: () => Registry): Policy =>
  projectPart(registry, whileFiling, {
    without: ['edit', 'import'],
    async assertOpen(row, { tx, call }) {
      const { archivedOn } = await projectOf(tx, registry(), call, Number(row.project));
      if (archivedOn !== null) throw conflict(archiveTexts.fileStays, 'locked');
    },
  });
