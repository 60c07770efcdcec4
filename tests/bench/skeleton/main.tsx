// The bare skeleton of quality.md, First load: the same libraries in one chunk, without lazy routes. Times of other
// products are compared with it, which makes them independent of the machine.
import { UserOutlined } from '@ant-design/icons';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  App,
  Button,
  Card,
  Checkbox,
  ConfigProvider,
  Form,
  Input,
  Layout,
  Menu,
  Modal,
  Select,
  Space,
  Table,
  Tag,
} from 'antd';
import zhCN from 'antd/locale/zh_CN';
import axios from 'axios';
import dayjs from 'dayjs';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { create } from 'zustand';

const useOpen = create(() => ({ open: false }));
const rows = Array.from({ length: 20 }, (_, id) => ({
  id,
  name: `单位${id}`,
  date: dayjs('2024-01-01').add(id, 'day').format('YYYY-MM-DD'),
}));

function Login() {
  return (
    <Card title="账号登录" style={{ width: 400, margin: '120px auto' }}>
      <Form onFinish={(values) => void axios.post('auth/login', values)}>
        <Form.Item name="username" rules={[{ required: true }]}>
          <Input prefix={<UserOutlined />} />
        </Form.Item>
        <Form.Item name="password" rules={[{ required: true }]}>
          <Input.Password name="password" />
        </Form.Item>
        <Form.Item name="remember" valuePropName="checked">
          <Checkbox>记住密码</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" block>
          登录
        </Button>
      </Form>
    </Card>
  );
}

function Home() {
  const open = useOpen((state) => state.open);
  return (
    <Layout style={{ height: '100vh' }}>
      <Layout.Sider>
        <Menu theme="dark" mode="inline" items={rows.map(({ id, name }) => ({ key: id, label: name }))} />
      </Layout.Sider>
      <Layout.Content style={{ padding: 16 }}>
        <Space>
          <Select style={{ width: 200 }} options={rows.map(({ id, name }) => ({ value: id, label: name }))} />
          <Button onClick={() => useOpen.setState({ open: true })}>新增</Button>
        </Space>
        <h1>首页</h1>
        <Table
          rowKey="id"
          dataSource={rows}
          columns={[
            { title: '名称', dataIndex: 'name' },
            { title: '日期', dataIndex: 'date' },
            { title: '状态', render: () => <Tag color="green">正常</Tag> },
          ]}
        />
        <Modal open={open} onCancel={() => useOpen.setState({ open: false })} />
      </Layout.Content>
    </Layout>
  );
}

const router = createBrowserRouter([
  { path: '/login', element: <Login /> },
  { path: '*', element: <Home /> },
]);
const container = document.getElementById('root');
if (!container) throw new Error('no #root');
createRoot(container).render(
  <ConfigProvider locale={zhCN}>
    <App>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </App>
  </ConfigProvider>,
);
