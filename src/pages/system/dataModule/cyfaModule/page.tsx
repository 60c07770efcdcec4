import { cyfaModule } from '@contract/entities/template/cyfaModule';
import { TemplateList } from '@/templates/TemplateList';

export default function CyfaModulePage() {
  return <TemplateList entity={cyfaModule} />;
}
