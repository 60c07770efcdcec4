import { TemplateDetails } from '@/features/library/templates/TemplateDetails';
import { kind } from '@/features/library/templates/reportModule';

export default function ReportModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
