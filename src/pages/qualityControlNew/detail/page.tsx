import { ArchivePage } from '@/features/archive/ArchivePage';
import { ControlChart } from '@/features/laboratory/checks/ControlChart';

/** 质控归档（在办）: archive of a project under way. */
export default function ArchiveNewDetail() {
  return <ArchivePage title="质控归档" Chart={ControlChart} />;
}
