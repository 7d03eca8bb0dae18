import { Text } from "@mantine/core"

const Voice = () => <Text>Voice</Text>

export default Voice
