import { TemplateDetails } from '@/features/library/templates/TemplateDetails';
import { kind } from './kind';

export default function QsjcModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
