import { qsjcModule } from '@contract/entities/template/qsjcModule';
import { TemplateList } from '@/templates/TemplateList';

export default function QsjcModulePage() {
  return <TemplateList entity={qsjcModule} />;
}
