import { Text } from "@mantine/core"

const Chat = () => <Text>Chat</Text>

export default Chat
