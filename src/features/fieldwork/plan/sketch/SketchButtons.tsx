import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { crud } from '@/api/crudClient';
import { useMay } from '@/session/useCan';
import type { Row } from '@contract/entity';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { surveyFile } from '@contract/features/fieldwork/entities/surveyFile';
import { sketchSites, sketchTexts } from '@contract/features/fieldwork/plan/sketchMarks';
import { permissionOf } from '@contract/permissions';
import { SketchDialog } from './SketchDialog';

const [files, planRows] = [crud(surveyFile), crud(sampleSiteHazard)];
/** Drawings of the survey that may lie below the marks. */
const baseDrawingKinds: ReadonlySet<string> = new Set(['sitePlan', 'layout', 'location']);

/** Buttons that draw the sampling points of a plan, and change earlier drawings. */
export function SketchButtons({ project, locked }: { readonly project: number; readonly locked: boolean }) {
  const hasPermission = useMay();
  const mayDraw = !locked && hasPermission([permissionOf(surveyFile, 'add')]);
  const queryClient = useQueryClient();
  // Beside the lists of single kinds, so that an upload refreshes it too.
  const key = ['surveyFiles', project, 'sketches'] as const;
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => ({
      uploads: (await files.list({ project, size: 200, page: 0, sort: 'rowSort,asc' }, signal)).content,
      rows: (await planRows.list({ project, size: 500, page: 0 }, signal)).content,
    }),
    enabled: mayDraw,
    retry: false,
  });
  const [open, setOpen] = useState<{ readonly sketch: Row<typeof surveyFile> | null } | null>(null);
  if (!mayDraw || !data) return null;
  const sites = sketchSites(data.rows);
  const sketches = data.uploads.filter(({ fileKind, marks }) => fileKind === 'sites' && marks);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['surveyFiles', project] });
  const begin = async (sketch: Row<typeof surveyFile> | null) => {
    // The numbers of the points may have changed on another tab of the page.
    await queryClient.invalidateQueries({ queryKey: key });
    setOpen({ sketch });
  };
  return (
    <div>
      <Button
        disabled={sites.length === 0}
        title={sites.length ? '' : sketchTexts.noSites}
        onClick={() => void begin(null)}
      >
        {sketchTexts.draw}
      </Button>
      {sketches.map((sketch) => (
        <Button key={sketch.id} type="link" onClick={() => void begin(sketch)}>
          {sketchTexts.redraw}：{sketch.title}
        </Button>
      ))}
      {open && (
        <SketchDialog
          project={project}
          sites={sites}
          sketch={open.sketch}
          pictures={data.uploads.filter(({ fileKind }) => baseDrawingKinds.has(fileKind))}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            void refresh();
          }}
        />
      )}
    </div>
  );
}
