package dev.nacoscapacity.bench;

import java.util.Map;

/** A JMeter test plan that repeats one request as fast as it is answered. */
final class JmeterPlan {

  private JmeterPlan() {}

  /**
   * @param threads each with one connection that is kept alive, by JMeter's usual HttpClient4
   * @param seconds after which it ends by itself
   */
  static String of(Request request, int port, int threads, long seconds) {
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
          <hashTree>
            <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="bench"/>
            <hashTree>
              <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="clients">
                <stringProp name="ThreadGroup.on_sample_error">stoptestnow</stringProp>
                <elementProp name="ThreadGroup.main_controller" elementType="LoopController">
                  <boolProp name="LoopController.continue_forever">false</boolProp>
                  <intProp name="LoopController.loops">-1</intProp>
                </elementProp>
                <stringProp name="ThreadGroup.num_threads">%d</stringProp>
                <stringProp name="ThreadGroup.ramp_time">0</stringProp>
                <boolProp name="ThreadGroup.scheduler">true</boolProp>
                <stringProp name="ThreadGroup.duration">%d</stringProp>
                <stringProp name="ThreadGroup.delay">0</stringProp>
                <boolProp name="ThreadGroup.same_user_on_next_iteration">true</boolProp>
              </ThreadGroup>
              <hashTree>
                <HeaderManager guiclass="HeaderPanel" testclass="HeaderManager" testname="headers">
                  <collectionProp name="HeaderManager.headers">
        %s          </collectionProp>
                </HeaderManager>
                <hashTree/>
                <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" \
        testname="request">
                  <elementProp name="HTTPsampler.Arguments" elementType="Arguments">
                    <collectionProp name="Arguments.arguments"/>
                  </elementProp>
                  <stringProp name="HTTPSampler.domain">127.0.0.1</stringProp>
                  <stringProp name="HTTPSampler.port">%d</stringProp>
                  <stringProp name="HTTPSampler.protocol">http</stringProp>
                  <stringProp name="HTTPSampler.path">%s</stringProp>
                  <stringProp name="HTTPSampler.method">%s</stringProp>
                  <boolProp name="HTTPSampler.follow_redirects">false</boolProp>
                  <boolProp name="HTTPSampler.use_keepalive">true</boolProp>
                  <stringProp name="HTTPSampler.implementation">HttpClient4</stringProp>
                </HTTPSamplerProxy>
                <hashTree/>
              </hashTree>
            </hashTree>
          </hashTree>
        </jmeterTestPlan>
        """
        .formatted(
            threads,
            seconds,
            headers(request.headers()),
            port,
            escaped(request.target()),
            request.method());
  }

  private static String headers(Map<String, String> headers) {
    StringBuilder xml = new StringBuilder();
    headers.forEach(
        (name, value) -> {
          // JMeter writes these two itself, with the same values.
          if (!name.equals("Host") && !name.equals("Connection")) {
            xml.append(
                """
                            <elementProp name="" elementType="Header">
                              <stringProp name="Header.name">%s</stringProp>
                              <stringProp name="Header.value">%s</stringProp>
                            </elementProp>
                """
                    .formatted(escaped(name), escaped(value)));
          }
        });
    return xml.toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
