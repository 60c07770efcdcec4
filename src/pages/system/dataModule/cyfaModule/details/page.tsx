import { TemplateDetails } from '@/features/library/templates/TemplateDetails';
import { kind } from './kind';

export default function CyfaModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
