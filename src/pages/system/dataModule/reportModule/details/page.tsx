import { TemplateDetails } from '@/features/library/templates/TemplateDetails';
import { kind } from './kind';

export default function ReportModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
