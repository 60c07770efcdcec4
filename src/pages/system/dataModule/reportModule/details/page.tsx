import { TemplateDetails } from '@/templates/TemplateDetails';
import { kind } from './kind';

export default function ReportModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
