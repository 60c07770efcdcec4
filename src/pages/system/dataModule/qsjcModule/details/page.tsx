import { TemplateDetails } from '@/templates/TemplateDetails';
import { kind } from './kind';

export default function QsjcModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
