import { Text } from "@mantine/core"

const Translation = () => <Text>Translation</Text>

export default Translation
