import { Text } from "@mantine/core"

const Conversation = () => <Text>Conversation</Text>

export default Conversation
